/**
 * The board: a drawing (SVG) that looks the same at every size, under a grid of 64 buttons that mouse, keyboard and screen
 * readers use. It knows no rule: which squares are legal, and what each would flip, it is told.
 */
import { h, s } from './dom.js';
import { t } from './i18n.js';
import * as kept from './kept.js';

const columns = [...'abcdefgh'];
const rows = [...'12345678'];
export const squares = rows.flatMap((row) => columns.map((column) => column + row));
const colors = { X: 'black', O: 'white' };

/** In units of the drawing: a square is 10 wide, and the edge holds the coordinates. */
const edge = 5;
const size = 80 + 2 * edge;
const center = (index) => edge + 5 + 10 * index;

const columnOf = (square) => columns.indexOf(square[0]);
const rowOf = (square) => rows.indexOf(square[1]);

function drawGround() {
  const lines = Array.from({ length: 9 }, (_, i) => edge + 10 * i).flatMap((at) => [
    s('line', { x1: at, y1: edge, x2: at, y2: size - edge }),
    s('line', { x1: edge, y1: at, x2: size - edge, y2: at }),
  ]);
  const dots = [2, 6].flatMap((x) => [2, 6].map((y) => s('circle', { cx: edge + 10 * x, cy: edge + 10 * y, r: 0.8 })));
  const labels = columns.flatMap((column, i) => [
    s('text', { x: center(i), y: edge / 2 }, column),
    s('text', { x: center(i), y: size - edge / 2 }, column),
    s('text', { x: edge / 2, y: center(i) }, rows[i]),
    s('text', { x: size - edge / 2, y: center(i) }, rows[i]),
  ]);
  return [
    s('rect', { class: 'frame', width: size, height: size, rx: 2 }),
    s('rect', { class: 'cloth', x: edge, y: edge, width: 80, height: 80 }),
    s('g', { class: 'lines' }, lines),
    s('g', { class: 'dots' }, dots),
    s('g', { class: 'coordinates' }, labels),
  ];
}

/** One square of the drawing; `show` changes what it has. Black has a ring, white has none: no eye for colour is needed. */
function drawSquare(square) {
  const [cx, cy] = [center(columnOf(square)), center(rowOf(square))];
  const disc = s('g', { class: 'disc' }, s('circle', { cx, cy, r: 4.2 }), s('circle', { class: 'ring', cx, cy, r: 2.9 }));
  const marks = [
    s('rect', { class: 'hint-mark', x: cx - 4.6, y: cy - 4.6, width: 9.2, height: 9.2, rx: 1 }),
    s('circle', { class: 'legal-dot', cx, cy, r: 1.3 }),
    s('circle', { class: 'flip-mark', cx, cy, r: 3.6 }),
    s('circle', { class: 'last-mark', cx, cy, r: 1.2 }),
  ];
  return s('g', { class: 'square' }, disc, marks);
}

/**
 * A board.
 *
 * @param onPlay  called with a square that is legal, when somebody plays on it
 * @return        { element, show(view), focus() }
 *
 * What `show` takes: `board` (64 characters), `legal` ([{ square, flips }]; empty where it is not the viewer's turn),
 * `last` and `flipped` (squares of the move to show, and what it turned), `animate`, `pending` (a square on its way),
 * `hint` (a square).
 */
export function createBoard({ onPlay = () => {} } = {}) {
  const drawn = new Map(squares.map((square) => [square, drawSquare(square)]));
  const picture = s('svg', { viewBox: `0 0 ${size} ${size}`, 'aria-hidden': 'true' }, drawGround(), [...drawn.values()]);
  const cells = new Map(squares.map((square) => [square, cell(square)]));
  const grid = h(
    'div',
    { class: 'cells', role: 'grid', 'aria-label': t('board.name') },
    rows.map((row) =>
      h('div', { role: 'row', class: 'cells-row' }, columns.map((column) => cells.get(column + row))),
    ),
  );
  const { theme, legal_moves: marked, coordinates } = kept.view();
  const element = h('div', { class: `board ${theme}`, dir: 'ltr', 'data-plain': !coordinates, 'data-unmarked': !marked }, picture, grid);
  let view = { board: '-'.repeat(64), legal: [] };
  let current = 'd3';

  function cell(square) {
    return h('button', {
      type: 'button',
      role: 'gridcell',
      tabindex: -1,
      'data-square': square,
      onclick: () => play(square),
      onkeydown: (event) => move(event, square),
      onfocus: () => select(square),
      onblur: () => mark(),
      onpointerenter: () => mark(square),
      onpointerleave: () => mark(),
    });
  }

  const legalAt = (square) => view.legal.find((each) => each.square === square);

  function play(square) {
    select(square);
    if (legalAt(square)) onPlay(square);
  }

  /** The one cell that the tabulator key reaches. */
  function select(square) {
    cells.get(current).tabIndex = -1;
    current = square;
    cells.get(square).tabIndex = 0;
    mark(square);
  }

  /** Shows what a move here would flip. */
  function mark(square) {
    const flips = (square && legalAt(square)?.flips) ?? [];
    for (const [name, group] of drawn) group.classList.toggle('would-flip', flips.includes(name));
  }

  function move(event, square) {
    const column = columnOf(square);
    const row = rowOf(square);
    const target = {
      ArrowLeft: [column - 1, row],
      ArrowRight: [column + 1, row],
      ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1],
      Home: [0, row],
      End: [7, row],
      PageUp: [column, 0],
      PageDown: [column, 7],
    }[event.key];
    if (!target) return;
    event.preventDefault();
    const [x, y] = target.map((at) => Math.max(0, Math.min(7, at)));
    cells.get(columns[x] + rows[y]).focus();
  }

  function describe(square, color, legal) {
    if (color) return t(square === view.last ? 'square.last' : 'square.disc', { square, color: t(`color.${color}`) });
    if (!legal) return t('square.empty', { square });
    return legal.flips.length ? t('square.legal', { square, n: legal.flips.length }) : t('square.free', { square });
  }

  function showSquare(square, index) {
    const color = colors[view.board[index]];
    const legal = legalAt(square);
    const group = drawn.get(square);
    const turned = Boolean(view.animate && view.flipped?.includes(square));
    const classes = {
      black: color === 'black',
      white: color === 'white',
      legal: Boolean(legal),
      last: square === view.last,
      placed: Boolean(view.animate && square === view.last),
      turned,
      pending: square === view.pending,
      hinted: square === view.hint,
    };
    for (const [name, on] of Object.entries(classes)) group.classList.toggle(name, on);
    const button = cells.get(square);
    button.setAttribute('aria-label', describe(square, color, legal));
    button.setAttribute('aria-disabled', String(!legal));
  }

  /** A square that turns twice running would not move the second time; asking for a size makes the browser notice. */
  function forgetAnimations() {
    for (const group of drawn.values()) group.classList.remove('placed', 'turned');
    element.getBoundingClientRect();
  }

  return {
    element,
    show(next) {
      view = next;
      if (view.animate) forgetAnimations();
      squares.forEach(showSquare);
      cells.get(current).tabIndex = 0;
      mark(document.activeElement?.dataset?.square);
    },
    focus: () => cells.get(current).focus(),
  };
}
