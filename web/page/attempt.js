/** Something of the viewer's that may be refused. */
import * as api from './api.js';
import { t } from './i18n.js';
import { refusalSentence } from './words.js';

/** Does it; where it cannot be, `told` says why, and it resolves to undefined. */
export async function attempt(told, action) {
  told.textContent = '';
  try {
    return await action();
  } catch (error) {
    if (error instanceof api.Refused) told.textContent = refusalSentence(error);
    else if (error instanceof api.Unreachable) told.textContent = t('connection.lost');
    else throw error;
    return undefined;
  }
}

/** Takes a challenge or a seek of mine back and leads to the first page; where that came too late, to the game. */
export async function takeBack(path) {
  let begun;
  try {
    await api.command('DELETE', path);
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    begun = error.state?.game_id;
  }
  location.hash = begun ? `#/games/${begun}` : '#/';
}
