export const byId = (id) => document.getElementById(id)

/** Builds elements from text and elements only: no answer of the service is ever read as markup. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else if (value !== null && value !== false)
      element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false))
  return element
}

export function setText(id, text) {
  byId(id).textContent = text
}

export function cell(...children) {
  return el('td', {}, ...children)
}

export function numberCell(text) {
  return el('td', { class: 'number' }, text)
}

export function chip(text, kind = '') {
  return el('span', { class: `chip ${kind && `chip-${kind}`}` }, text)
}

/** Puts rows into a table; on a narrow screen each cell shows the name of its column. */
export function appendRows(body, rows) {
  const names = [...body.closest('table').tHead.rows[0].cells].map((head) =>
    head.textContent.trim(),
  )
  for (const row of rows) {
    for (const one of row.cells) {
      const name = names[one.cellIndex]
      if (name && row.cells.length > 1 && name !== 'Actions') one.dataset.label = name
    }
  }
  body.append(...rows)
}

/** One full-width line in a table that has nothing to show. */
export function emptyRow(columns, text) {
  return el('tr', {}, el('td', { colspan: String(columns), class: 'quiet' }, text))
}
