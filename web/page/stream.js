/**
 * What others do, as it happens: an event stream that is read with fetch, so that the token is a header, and a long-poll
 * for what has no stream. Both go on by themselves after a broken connection, and at once when the network or the page
 * comes back.
 */
import { ask, read, Refused, sleep } from './api.js';

/** The service sends a sign of life every 15 seconds; without one for so long the connection is dead. */
const silenceMs = 35_000;
/** A long-poll is answered after so many seconds at the latest. */
const waitS = 25;
const pauseMsMax = 8000;

/** Splits what arrives into events: { id, data }. Signs of life are none. */
async function* eventsOf(response, alive) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    alive();
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1).trim();
      if (field('data')) yield { id: field('id'), data: JSON.parse(field('data')) };
    }
  }
}

/**
 * Runs `attempt` again and again until it returns true or somebody closes; pauses grow while it fails. When the network or
 * the page comes back there is no pause, and an attempt that `isStale` says to be dead is given up.
 */
function persistently({ attempt, isStale = () => false, connected, refused }) {
  let closed = false;
  let controller;
  let wake = () => {};
  const again = () => {
    if (document.visibilityState === 'hidden') return;
    if (isStale()) controller.abort();
    wake();
  };
  const run = async () => {
    let pause = 0;
    while (!closed) {
      controller = new AbortController();
      const began = Date.now();
      try {
        if (await attempt(controller)) break;
      } catch (error) {
        if (error instanceof Refused && error.status !== 401) {
          if (!closed) refused(error);
          break;
        }
        if (!closed) connected(false);
      }
      pause = Date.now() - began > 5000 ? 0 : Math.min(2 * pause + 250, pauseMsMax);
      if (!closed) await Promise.race([sleep(pause), new Promise((resolve) => (wake = resolve))]);
    }
    window.removeEventListener('online', again);
    document.removeEventListener('visibilitychange', again);
  };
  window.addEventListener('online', again);
  document.addEventListener('visibilitychange', again);
  run();
  return {
    close() {
      closed = true;
      controller.abort();
      wake();
    },
  };
}

/**
 * Follows an event stream.
 *
 * @param path       of the stream
 * @param handle     called with each event's data; returns true when nothing more can follow
 * @param connected  called with true and false
 * @param refused    called with why (an api.Refused) when there is no such thing
 * @return           { close() }
 */
export function follow(path, handle, connected = () => {}, refused = () => {}) {
  let lastId;
  let aliveAt = 0;
  const attempt = async (controller) => {
    let watchdog;
    const giveUp = () => controller.abort();
    const alive = () => {
      aliveAt = Date.now();
      clearTimeout(watchdog);
      watchdog = setTimeout(giveUp, silenceMs);
    };
    const headers = { Accept: 'text/event-stream', ...(lastId && { 'Last-Event-ID': lastId }) };
    window.addEventListener('offline', giveUp);
    try {
      alive();
      const response = await ask('GET', path, { headers, signal: controller.signal });
      if (response.status !== 200) await read(response);
      if (response.status === 204) return true;
      connected(true);
      for await (const { id, data } of eventsOf(response, alive)) {
        lastId = id;
        if (handle(data)) return true;
      }
      connected(false);
      return false;
    } finally {
      clearTimeout(watchdog);
      window.removeEventListener('offline', giveUp);
    }
  };
  // A device that slept ran no timers.
  const isStale = () => Date.now() - aliveAt > silenceMs;
  return persistently({ attempt, isStale, connected, refused });
}

/**
 * Asks for something whenever it changes.
 *
 * @param path    takes ?wait=
 * @param handle  called with each state; returns true when no other can follow
 * @param refused called with why (an api.Refused) when there is none, or none any more
 * @return        { close() }
 */
export function watch(path, handle, connected = () => {}, refused = () => {}) {
  let etag;
  const attempt = async (controller) => {
    const headers = etag ? { 'If-None-Match': etag } : {};
    const watchdog = setTimeout(() => controller.abort(), silenceMs);
    try {
      const options = { headers, signal: controller.signal };
      const response = await ask('GET', `${path}${path.includes('?') ? '&' : '?'}wait=${waitS}`, options);
      const state = await read(response);
      connected(true);
      if (response.status === 304) return false;
      etag = response.headers.get('ETag');
      return handle(state) === true;
    } finally {
      clearTimeout(watchdog);
    }
  };
  return persistently({ attempt, connected, refused });
}
