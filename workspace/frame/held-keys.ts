import { pageSeen } from '../data/page-first.ts'
import { isOnControl } from '../ui/controls.ts'

const named = [
  ...['Enter', 'Escape', 'Backspace', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  ...['PageUp', 'PageDown', 'Home', 'End', 'F2', 'F3'],
]
/** With Control or Command: jump, print, next hit. Everything else of the kind is the browser's. */
const withModifier = ['k', 'p', 'g']

/** However late the shell is: whoever is shown something else than the reader has pressed nothing there. */
const mostMs = 20_000

/** So long the pages may still be put in their place; on a slow machine it takes more than once. */
const restMs = 250
const mostScrolls = 8

/**
 * A page is seen before its keys work. What is pressed meanwhile is kept, and pressed again as soon as they do: at the
 * first letter of a search the field is there for the rest. What is scrolled by wheel is kept too. A control that is
 * drawn already works, and gets its keys at once.
 */
export function holdKeys() {
  const held: KeyboardEvent[] = []
  let isHolding = true
  let scrolled = 0
  const hold = (event: KeyboardEvent) => {
    if (!event.isTrusted || !isKept(event)) return
    if (held.length === 0 && isOnControl(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!event.repeat) held.push(event)
  }
  const scroll = ({ target, deltaY, deltaMode, ctrlKey }: WheelEvent) => {
    if (ctrlKey || !(target instanceof Element) || target.closest('#workspace > *')) return
    scrolled += deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * 40
  }
  window.addEventListener('keydown', hold, true)
  window.addEventListener('wheel', scroll, { passive: true })
  void pageSeen().then(async () => {
    const until = performance.now() + mostMs
    while (!document.querySelector('.reader, .sign-in, .state') && performance.now() < until) await painted()
    await painted()
    window.removeEventListener('wheel', scroll)
    if (scrolled !== 0) void scrollAgain(scrolled)
    while (isHolding) {
      const event = held.shift()
      if (event && document.querySelector('.reader')) {
        pressAgain(event)
        await painted()
      }
      isHolding = held.length > 0
    }
    window.removeEventListener('keydown', hold, true)
  })
}

function isKept({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return withModifier.includes(key.toLowerCase())
  return key.length === 1 || named.includes(key)
}

function pressAgain(event: KeyboardEvent) {
  const { key, code, shiftKey, ctrlKey, metaKey } = event
  const [meant, now] = [event.target, document.activeElement ?? document.body]
  const target = isOnControl(event) && meant instanceof HTMLElement && meant.isConnected ? meant : now
  const pressed = { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true }
  if (!target.dispatchEvent(new KeyboardEvent('keydown', pressed))) return
  // What a browser does by itself only with keys that are really pressed. There is no other way to type as a person does.
  if (target.matches('input:not([type=checkbox], [type=radio]), textarea')) {
    if (key.length === 1) document.execCommand('insertText', false, key)
    else if (key === 'Backspace') document.execCommand('delete')
    else if (key === 'Enter') (target as HTMLInputElement).form?.requestSubmit()
  } else if (isOnControl({ target }) && (key === 'Enter' || key === ' ')) (target as HTMLElement).click()
}

/** Pages that are put in their place undo what was scrolled: then it is scrolled once more. */
async function scrollAgain(by: number) {
  for (let attempt = 0; attempt < mostScrolls; attempt++) {
    await new Promise((rested) => setTimeout(rested, restMs))
    const page = document.querySelector('.reader .pages [data-page]')
    const top = page?.getBoundingClientRect().top
    page?.closest('.pages')?.scrollBy(0, by)
    await new Promise((rested) => setTimeout(rested, restMs))
    if (page && page.getBoundingClientRect().top !== top) return
  }
}

const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
