import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { words } from '../words/frame.ts'
import { IconButton } from './button.tsx'
import { useModal } from './use-modal.ts'
import './dialog.css'

const firstField = '.body form :is(input, select, textarea):not([readonly])'

/** The browser's own modal dialog: it keeps the focus, closes on Escape and gives the focus back. */
export function Dialog({
  title,
  onClose,
  canClose = true,
  children,
}: {
  title: string
  onClose: () => void
  canClose?: boolean
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useModal(dialog)

  useEffect(() => {
    // The browser would begin with the button that closes it.
    const shown = dialog.current
    const first = shown?.querySelector<HTMLElement>(firstField)
    if (!shown || !first) return
    // What is asked far below is read from the top.
    const isBelow = first.getBoundingClientRect().bottom > shown.getBoundingClientRect().bottom
    if (isBelow) document.getElementById(heading)?.focus()
    else first.focus()
  }, [heading])

  // A browser takes Escape for every dialog that opened without a click, also for the one below.
  useEffect(() => {
    if (canClose) return
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault()
    }
    document.addEventListener('keydown', keep, true)
    return () => document.removeEventListener('keydown', keep, true)
  }, [canClose])

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        if (canClose) onClose()
      }}
      // A browser asks only once, and then closes it: it is open until it is left.
      onClose={({ currentTarget: shown }) => {
        if (shown.open || !shown.isConnected) return
        shown.showModal()
        if (canClose) onClose()
      }}
    >
      <header>
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        {canClose ? <IconButton name={words.shortcuts.close} icon={<X />} onClick={onClose} /> : null}
      </header>
      <div className="body">{children}</div>
    </dialog>
  )
}
