/** Elements made by code. Strings only ever become text: nothing here reads markup. */

const svgNamespace = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** An HTML element; attributes that are undefined, null or false are left out, `onclick` and the like are listeners. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(svgNamespace, tag), attributes, children);
}

/** Text that somebody else wrote: its direction and its marks stay within it. */
export function foreign(text) {
  return h('bdi', {}, text);
}

/** A radio button or check box that looks like a button. */
export function choice(attributes, label) {
  return h('label', {}, h('input', attributes), h('span', {}, label));
}

export function button(label, onclick, attributes) {
  return h('button', { type: 'button', onclick, ...attributes }, label);
}
