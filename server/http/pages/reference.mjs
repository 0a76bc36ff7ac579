const all = (selector, within = document) => [...within.querySelectorAll(selector)]

// The reference was one page once: what an address like /docs#addTag means has a page of its own now.
function follow() {
  const moved = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (location.pathname === '/docs' && moved?.matches('li')) location.replace(moved.querySelector('a').href)
}

const filter = document.getElementById('filter')
const operations = all('.contents [data-find]')
const lists = all('.contents ul ul').map((list) => ({ list, isHidden: list.hidden }))

function narrow() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const item of operations) {
    const text = `${item.dataset.find} ${item.textContent}`.toLowerCase()
    item.hidden = !words.every((word) => text.includes(word))
    if (!item.hidden) count += 1
  }
  for (const { list, isHidden } of lists) {
    list.hidden = words.length === 0 ? isHidden : all(':scope > :not([hidden])', list).length === 0
    list.parentElement.hidden = words.length > 0 && list.hidden
  }
  document.getElementById('found').textContent = words.length === 0 ? '' : found(count)
}

function found(count) {
  if (count === 0) return 'No operation matches'
  return count === 1 ? '1 operation' : `${count} operations`
}

/** From the field down through what is found, and back. */
function move(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === 'Enter' && event.target === filter && filter.value) first()?.click()
  if (event.key === 'Escape' && filter.value) {
    event.preventDefault()
    filter.value = ''
    narrow()
    filter.focus()
  }
  if (step === undefined) return
  event.preventDefault()
  const stops = [filter, ...shown()]
  stops[stops.indexOf(document.activeElement) + step]?.focus()
}

const shown = () => all('.contents [data-find] a').filter((link) => link.offsetParent)
const first = () => shown()[0]

function begin(event) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input'))
    return
  event.preventDefault()
  const contents = document.getElementById('contents')
  if (!filter.offsetParent) contents.showPopover()
  filter.focus()
}

async function copy(button, text) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else copySelected(button.closest('figure').querySelector('code'))
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
}

/** Without TLS a browser has no clipboard to write to, but copies what is selected. */
function copySelected(element) {
  getSelection().selectAllChildren(element)
  document.execCommand('copy')
}

for (const figure of all('figure')) {
  const caption = figure.querySelector('figcaption')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', () => copy(button, figure.querySelector('code').textContent))
  caption.append(button)
}

filter.closest('.filter').hidden = false
filter.addEventListener('input', narrow)
document.getElementById('contents').addEventListener('keydown', move)
addEventListener('keydown', begin)
addEventListener('hashchange', follow)
follow()
narrow()
