import { pageSeen } from '../data/page-first.ts'

const editing = ['Enter', 'Escape', 'Backspace', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

/** However late the shell is: whoever is shown something else than the reader has pressed nothing there. */
const mostMs = 20_000

/**
 * A page is seen before its keys work. What is pressed meanwhile is kept, and pressed again as soon as they do: at the
 * first letter of a search the field is there for the rest.
 */
export function holdKeys() {
  const held: KeyboardEvent[] = []
  let isHolding = true
  const hold = (event: KeyboardEvent) => {
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key.length > 1 && !editing.includes(event.key)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  window.addEventListener('keydown', hold, true)
  void pageSeen().then(async () => {
    const until = performance.now() + mostMs
    while (!document.querySelector('.reader, .sign-in, .state') && performance.now() < until) await painted()
    await painted()
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

function pressAgain({ key, code, shiftKey }: KeyboardEvent) {
  const target = document.activeElement ?? document.body
  const again = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true })
  if (!target.dispatchEvent(again) || !target.matches('input, textarea')) return
  // What a browser does by itself only with keys that are really pressed. There is no other way to type as a person does.
  if (key.length === 1) document.execCommand('insertText', false, key)
  else if (key === 'Backspace') document.execCommand('delete')
  else if (key === 'Enter') (target as HTMLInputElement).form?.requestSubmit()
}

const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
