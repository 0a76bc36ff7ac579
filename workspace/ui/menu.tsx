import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
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
  /** Items are buttons with the role `menuitem`, `menuitemradio` or `menuitemcheckbox`. */
  children: (close: () => void) => ReactNode
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const [shown, beside] = [menu.current, trigger.current]
    if (!isOpen || !shown || !beside) return
    shown.showPopover()
    const { left, right, bottom } = beside.getBoundingClientRect()
    const { width, height } = shown.getBoundingClientRect()
    const wanted = align === 'end' ? right - width : left
    shown.style.left = `${Math.max(8, Math.min(wanted, innerWidth - width - 8))}px`
    shown.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - height - 8))}px`
    items(shown)[0]?.focus()
  }, [isOpen, align])

  const close = () => {
    menu.current?.hidePopover()
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
          ref={menu}
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
          {children(close)}
        </div>
      ) : null}
    </>
  )
}

const items = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]
