/** A clock that counts down to the server's deadline, whatever this device's own clock says. */
import { h } from './dom.js';
import { duration } from './i18n.js';

const lowMs = 10_000;
const tickMs = 200;

/**
 * @param onLow  called once a turn, when little time is left
 * @return       { element, show(clock, running), stop() }; `clock` as the game has it, `running`: it is this side's turn
 */
export function createClock(onLow = () => {}) {
  const element = h('span', { class: 'clock', role: 'timer', 'aria-live': 'off', hidden: true });
  let timer;
  let ends;
  let told;

  function tick() {
    const left = Math.max(0, ends - performance.now());
    const low = left < lowMs;
    element.textContent = duration(left);
    element.classList.toggle('low', low);
    if (low && !told) {
      told = true;
      onLow(left);
    }
  }

  return {
    element,
    show(clock, running) {
      clearInterval(timer);
      element.hidden = !clock;
      if (!clock) return;
      element.classList.remove('low');
      element.classList.toggle('running', running);
      if (!running || clock.remaining_ms === null) {
        element.textContent = duration(1000 * clock.seconds);
        told = false;
        return;
      }
      ends = performance.now() + clock.remaining_ms;
      timer = setInterval(tick, tickMs);
      tick();
    },
    stop: () => clearInterval(timer),
  };
}
