import { createStore, useStore } from '../data/store.ts'
import './toasts.css'

type Toast = { id: number; text: string; isBad?: boolean }

const toasts = createStore<readonly Toast[]>([])
let count = 0
const shownMs = 7000

/** Says for a while what has happened, to the eye and to screen readers. */
export function toast(text: string, options: Pick<Toast, 'isBad'> = {}) {
  const id = ++count
  toasts.set([...toasts.get().slice(-2), { id, text, ...options }])
  setTimeout(() => toasts.set(toasts.get().filter((one) => one.id !== id)), shownMs)
}

export function Toasts() {
  const shown = useStore(toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, isBad }) => (
        <div key={id} className={`toast ${isBad ? 'bad' : ''}`}>
          {text}
        </div>
      ))}
    </div>
  )
}
