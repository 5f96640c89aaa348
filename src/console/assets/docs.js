import { addCopyButtons, copyButton } from './copy.js'

addCopyButtons(document)

// The contents stand beside the text on a wide screen and would push it off a narrow one.
const contents = document.getElementById('contents')
const wide = matchMedia('(min-width: 64rem)')
const fold = () => {
  contents.open = wide.matches
}
wide.addEventListener('change', fold)
fold()
contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })

// A language that is chosen for one sample is the language of all, on every page.
const languageKey = 'docs-language'
function speak(language) {
  for (const choice of document.querySelectorAll('.samples input')) {
    if (choice.value === language) choice.checked = true
  }
}
speak(localStorage.getItem(languageKey))
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.samples input')) return
  localStorage.setItem(languageKey, target.value)
  speak(target.value)
})

// The same text as behind the link, taken along.
const tools = document.getElementById('page-tools')
const markdown = tools?.querySelector('a')
if (markdown) {
  let text = ''
  fetch(markdown.href)
    .then((reply) => reply.text())
    .then((found) => {
      text = found
      tools.append(copyButton(() => text, 'Copy page as Markdown'))
    })
    .catch(() => {})
}
