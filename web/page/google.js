/** Google's own button. Its script is the only thing that ever comes from another host, and is loaded only here. */
import { randomName } from './api.js';
import { language } from './i18n.js';

const source = 'https://accounts.google.com/gsi/client';

let loading;

function load() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = resolve;
    script.onerror = () => {
      loading = undefined;
      reject(new Error('Google cannot be reached'));
    };
    document.head.append(script);
  });
  return loading;
}

/**
 * Puts the button into an element; `onSigned` gets the ID token of whoever signs in, and the nonce that makes it good once,
 * and resolves to whether that did it. If not, the button is a new one: the nonce may be used up.
 */
export async function showButton(element, clientId, onSigned) {
  await load();
  const { id } = globalThis.google.accounts;
  const nonce = randomName();
  const callback = async ({ credential }) => (await onSigned({ credential, nonce })) || showButton(element, clientId, onSigned);
  id.initialize({ client_id: clientId, nonce, callback });
  element.replaceChildren();
  id.renderButton(element, { type: 'standard', theme: 'outline', locale: language() });
}
