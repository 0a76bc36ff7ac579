import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'

/**
 * A small dialog beside the work, not over it: it takes the focus, closes on Escape or when the focus leaves, and gives
 * it back. The rest of the page stays as it is, so it opens and closes at once however much that is.
 */
export function Panel({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const panel = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const shown = panel.current
    const before = document.activeElement
    shown?.show()
    shown?.querySelector('input')?.focus()
    return () => {
      const isLeft = !shown?.contains(document.activeElement) && document.activeElement !== document.body
      if (!isLeft && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={panel}
      className="dialog panel"
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      <h2 id={heading} className="hidden-visually">
        {title}
      </h2>
      <div className="body">{children}</div>
    </dialog>
  )
}
