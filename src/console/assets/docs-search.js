// The places come once, when the field is first used; nothing leaves this origin.
const foundMax = 12
const form = document.createElement('search')
form.className = 'docs-search'
form.innerHTML =
  '<label for="docs-query" class="unseen">Search the documentation</label>' +
  '<input id="docs-query" type="search" placeholder="Search" autocomplete="off" aria-controls="docs-found">' +
  '<ul id="docs-found" hidden></ul>'
document.getElementById('bar-end').prepend(form)
const query = form.querySelector('input')
const found = form.querySelector('ul')

let places
async function placesOnce() {
  places ??= fetch('/docs/search.json').then((reply) => reply.json())
  // Not kept when it failed: the next letter asks again.
  places.catch(() => (places = undefined))
  return places
}

/** Every word must stand somewhere; in the title it counts more. */
function weightOf({ title, text }, words) {
  let weight = 0
  for (const word of words) {
    if (title.toLowerCase().includes(word)) weight += 5
    else if (text.toLowerCase().includes(word)) weight += 1
    else return 0
  }
  return weight
}

function lineOf({ url, title, text }) {
  const line = document.createElement('li')
  const link = document.createElement('a')
  link.href = url
  const strong = document.createElement('strong')
  strong.textContent = title
  const about = document.createElement('span')
  about.textContent = text.slice(0, 110)
  link.append(strong, about)
  line.append(link)
  return line
}

async function seek() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean)
  const all = words.length === 0 ? [] : await placesOnce()
  const best = all
    .map((place) => ({ place, weight: weightOf(place, words) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, foundMax)
  found.replaceChildren(...best.map(({ place }) => lineOf(place)))
  if (words.length > 0 && best.length === 0) {
    const nothing = document.createElement('li')
    nothing.className = 'docs-nothing'
    nothing.textContent = 'Nothing found'
    found.append(nothing)
  }
  found.hidden = words.length === 0
}

query.addEventListener('input', seek)
form.addEventListener('keydown', (event) => {
  const links = [...found.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  if (event.key === 'Escape') {
    query.value = ''
    found.hidden = true
    query.focus()
  } else if (event.key === 'ArrowDown') {
    event.preventDefault()
    links[Math.min(at + 1, links.length - 1)]?.focus()
  } else if (event.key === 'ArrowUp') {
    event.preventDefault()
    if (at > 0) links[at - 1].focus()
    else query.focus()
  } else if (event.key === 'Enter' && document.activeElement === query) links[0]?.click()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, textarea, select')) return
  event.preventDefault()
  query.focus()
})
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) found.hidden = true
})
