import { createContext, type KeyboardEvent, type ReactNode, use, useState } from 'react'
import { usePopover } from './use-popover.ts'
import './menu.css'

/** A menu of the browser's own top layer. Arrows move, a letter jumps, Escape closes and gives the focus back. */
export function Menu({
  label,
  button,
  buttonClass,
  align = 'start',
  children,
}: {
  label: string
  button: ReactNode
  buttonClass?: string
  align?: 'start' | 'end'
  /** `MenuItem`s, and whatever else has a role that begins with `menuitem`. */
  children: ReactNode | ((close: () => void) => ReactNode)
}) {
  const [isOpen, setOpen] = useState(false)
  const { trigger, panel } = usePopover<HTMLDivElement>(isOpen, { controls: itemSelector, align })

  const close = () => {
    panel.current?.hidePopover()
    setOpen(false)
    trigger.current?.focus()
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const all = items(event.currentTarget)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') close()
    const named =
      to === undefined && event.key.length === 1
        ? [...all.slice(at + 1), ...all].find((item) =>
            item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()),
          )
        : undefined
    const next = named ?? (to === undefined ? undefined : all[to])
    if (!next && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    next?.focus()
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={buttonClass ?? 'button'}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen ? (
        <div
          ref={panel}
          className="menu"
          role="menu"
          aria-label={label}
          popover="auto"
          tabIndex={-1}
          onKeyDown={move}
          onToggle={(event) => {
            if (event.newState === 'closed') setOpen(false)
          }}
        >
          <Close value={close}>{typeof children === 'function' ? children(close) : children}</Close>
        </div>
      ) : null}
    </>
  )
}

const itemSelector = '[role^=menuitem]'
const items = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>(itemSelector)]

const Close = createContext(() => {})

/** Closes its menu and does what it says; one of several choices leaves the menu open. */
export function MenuItem({
  run,
  isChosen,
  children,
}: {
  run: () => void
  isChosen?: boolean
  children: ReactNode
}) {
  const close = use(Close)
  if (isChosen !== undefined)
    return (
      <button type="button" role="menuitemradio" aria-checked={isChosen} tabIndex={-1} onClick={run}>
        {children}
      </button>
    )
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        close()
        run()
      }}
    >
      {children}
    </button>
  )
}
