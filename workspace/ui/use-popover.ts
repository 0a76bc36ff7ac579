import { type RefObject, useEffect, useRef } from 'react'

type Popover<Panel> = { trigger: RefObject<HTMLButtonElement | null>; panel: RefObject<Panel | null> }

/** What opens below a button in the browser's top layer, inside the window, with the focus on its first control. */
export function usePopover<Panel extends HTMLElement>(
  isOpen: boolean,
  { controls, align = 'start' }: { controls: string; align?: 'start' | 'end' },
): Popover<Panel> {
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<Panel>(null)

  useEffect(() => {
    const [shown, beside] = [panel.current, trigger.current]
    if (!isOpen || !shown || !beside) return
    shown.showPopover()
    const { left, right, bottom } = beside.getBoundingClientRect()
    const { width, height } = shown.getBoundingClientRect()
    const wanted = align === 'end' ? right - width : left
    shown.style.left = `${Math.max(8, Math.min(wanted, innerWidth - width - 8))}px`
    shown.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - height - 8))}px`
    shown.querySelector<HTMLElement>(controls)?.focus()
  }, [isOpen, align, controls])

  return { trigger, panel }
}
