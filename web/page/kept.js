/** What stays in this browser: settings, who I am, the running game, the tally. One button forgets it all. */

const prefix = 'reversid.';
const memory = new Map(); // where the browser keeps nothing for us

function read(key, otherwise) {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? (memory.get(key) ?? otherwise) : JSON.parse(text);
  } catch {
    return memory.get(key) ?? otherwise;
  }
}

function write(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // It is full or forbidden: it lasts as long as the page.
  }
}

function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // As above.
  }
}

/** { language, setup, view }: what was chosen last. */
export const settings = () => read('settings', {});
export const changeSettings = (change) => write('settings', { ...settings(), ...change });

/** How boards are shown; what was not chosen is as with the service. */
export const view = () => ({ theme: 'green', legal_moves: true, coordinates: true, sound: true, ...settings().view });
export const changeView = (change) => changeSettings({ view: { ...settings().view, ...change } });

/** { access_token, refresh_token?, expires_at, player }: undefined before there is a need for one. */
export const session = () => read('session');

/** Whoever is here has an account, not only a guest's token. */
export const isSignedIn = () => Boolean(session()?.refresh_token);

/** What is told whether whoever had signed in here is not any more, though nobody ended that here. */
let tellLost = () => {};

export function setSession(session) {
  write('session', session);
  if (session.refresh_token) acknowledgeLoss();
}

/** Whoever is here asked to be so no more. */
export function dropSession() {
  remove('session');
  acknowledgeLoss();
}

/** The session is over, by the service's word. That is noted where somebody had signed in, until it is read. */
export function loseSession() {
  const signedIn = isSignedIn();
  remove('session');
  if (!signedIn) return;
  write('lost', true);
  tellLost(true);
}

export function acknowledgeLoss() {
  remove('lost');
  tellLost(false);
}

const isAccount = (text) => Boolean(JSON.parse(text)?.refresh_token);

/** Calls `tell`, now and whenever that changes: true while somebody was signed out by the service, or in another tab. */
export function onLoss(tell) {
  tellLost = tell;
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === `${prefix}session` && isAccount(oldValue) !== isAccount(newValue)) tell(isAccount(oldValue));
  });
  tell(read('lost', false));
}

/** The id of the game that this browser is in. */
export const runningGame = () => read('game');
export const setRunningGame = (id) => (id ? write('game', id) : remove('game'));

/** { won, drawn, lost } against the computer by level, and against people as `human`. */
export const tally = () => read('tally', {});

/** Counts a game that ended here; each id once. */
export function count(id, opponent, outcome) {
  const counted = read('counted', []);
  if (counted.includes(id)) return;
  const all = tally();
  const row = { won: 0, drawn: 0, lost: 0, ...all[opponent] };
  row[outcome] += 1;
  write('tally', { ...all, [opponent]: row });
  write('counted', [...counted, id].slice(-100));
}

/** Who I am, and the game I am in; not what was chosen, nor what was counted here. */
export function forgetMe() {
  dropSession();
  remove('game');
}

export function forgetEverything() {
  forgetMe();
  for (const key of ['settings', 'tally', 'counted']) remove(key);
}
