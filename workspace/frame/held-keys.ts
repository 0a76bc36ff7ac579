import { pageSeen } from '../data/page-first.ts'
import { isOnControl } from '../ui/controls.ts'

const named = [
  ...['Enter', 'Escape', 'Backspace', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  ...['PageUp', 'PageDown', 'Home', 'End', 'F2', 'F3'],
]
/** With Control or Command: jump, print, next hit. Other combinations belong to the browser. */
const withModifier = ['k', 'p', 'g']

/** Keys wait no longer for the reader. */
const maxWaitMs = 20_000

/** Pages may still be moved into place within this time; on a slow machine, more than once. */
const restMs = 250
const maxScrolls = 8

/**
 * A page is visible before its keys work. Keys and turns of the wheel are kept meanwhile and replayed as soon as they do,
 * one key at a time: the first may open the field that the others are typed into. A control that is drawn already gets
 * its keys at once.
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
    const until = performance.now() + maxWaitMs
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
  // Browsers act by themselves only on real keys. There is no other way to type as a person does.
  if (target.matches('input:not([type=checkbox], [type=radio]), textarea')) {
    if (key.length === 1) document.execCommand('insertText', false, key)
    else if (key === 'Backspace') document.execCommand('delete')
    else if (key === 'Enter') (target as HTMLInputElement).form?.requestSubmit()
  } else if (isOnControl({ target }) && (key === 'Enter' || key === ' ')) (target as HTMLElement).click()
}

/** Pages that are moved into place undo the scrolling: then it is repeated. */
async function scrollAgain(by: number) {
  for (let attempt = 0; attempt < maxScrolls; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, restMs))
    const page = document.querySelector('.reader .pages [data-page]')
    const top = page?.getBoundingClientRect().top
    page?.closest('.pages')?.scrollBy(0, by)
    await new Promise((resolve) => setTimeout(resolve, restMs))
    if (page && page.getBoundingClientRect().top !== top) return
  }
}

const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
