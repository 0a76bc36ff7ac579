import { createStore, useStore } from '../data/store.ts'
import { Button } from './button.tsx'
import './toasts.css'

type Toast = { id: number; text: string; isBad?: boolean; action?: { label: string; run: () => void } }

const toasts = createStore<readonly Toast[]>([])
let count = 0
const shownMs = 7000
/** Nobody has to be quick with what can be undone. */
const offeredMs = 30_000

/** Says for a while what has happened, to the eye and to screen readers. */
export function toast(text: string, options: Pick<Toast, 'isBad' | 'action'> = {}) {
  const id = ++count
  toasts.set([...toasts.get().slice(-2), { id, text, ...options }])
  setTimeout(() => dismiss(id), options.action ? offeredMs : shownMs)
}

const dismiss = (id: number) => toasts.set(toasts.get().filter((one) => one.id !== id))

export function Toasts() {
  const shown = useStore(toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, isBad, action }) => (
        <div key={id} className={`toast ${isBad ? 'bad' : ''}`}>
          {text}
          {action ? (
            <Button
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          ) : null}
        </div>
      ))}
    </div>
  )
}
