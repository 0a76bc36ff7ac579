import { useEffect, useLayoutEffect, useRef } from 'react'
import { preferences } from '../data/preferences.ts'
import { createStore, useStore } from '../data/store.ts'
import { isOnControl } from './controls.ts'

/**
 * A key of the keyboard and what it does here. `keys` has alternatives; each is one key (`j`, `ArrowRight`, `?`), a key
 * with `mod+`, `alt+` or `shift+`, or two in a row (`e 1`). `mod` is Command on a Mac, else Control.
 */
export type Shortcut = {
  keys: readonly string[]
  name: string
  run: (event: KeyboardEvent) => void
  /** Works in a field too. */
  inFields?: boolean
  /** Goes on while the key is held down. What writes, or switches something, happens once. */
  repeats?: boolean
  /** Whether it works now; if not, the key does what it does elsewhere. */
  when?: (event: KeyboardEvent) => boolean
}

type Group = { title: string; shortcuts: readonly Shortcut[] }

const groups = createStore<readonly Group[]>([])

/** All that work on the present screen: the last screen that was opened first. */
export const useShortcutGroups = () => useStore(groups)

/** Makes shortcuts work while the component is shown. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts)
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const group: Group = {
      title,
      get shortcuts() {
        return latest.current
      },
    }
    groups.set([group, ...groups.get()])
    return () => groups.set(groups.get().filter((other) => other !== group))
  }, [title])
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const shown: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Escape: 'Esc',
  mod: isMac ? '⌘' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  shift: '⇧',
}

/** How a key is written for people: `mod+k` is `Ctrl K`. */
export function keyLabel(keys: string): string {
  return keys
    .split(/[+ ](?=.)/)
    .map((key, index) => shown[key] ?? (index > 0 && !key[1] && keys.includes('+') ? key.toUpperCase() : key))
    .join(' ')
}

/** The first key of two in a row, for as long as the second is waited for. */
let first: { key: string; until: number } | undefined
const secondWithinMs = 1500

function pressed(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'Space' : event.key
  // On many keyboards a sign such as [ is typed with AltGr, which some systems tell as Control and Alt.
  if (event.getModifierState('AltGraph')) return key
  const mod = isMac ? event.metaKey : event.ctrlKey
  const isOther = isMac ? event.ctrlKey : event.metaKey
  // Shift is part of what a printed character is; it is told apart only for named keys.
  const shift = event.shiftKey && key.length > 1 ? 'shift+' : ''
  // Without Shift a capital letter is one because of Caps Lock.
  const isSmall = key.length === 1 && (mod || event.altKey || !event.shiftKey)
  const plain = isSmall ? key.toLowerCase() : key
  return `${isOther ? 'other+' : ''}${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift}${plain}`
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('[type=checkbox], [type=radio]')))

/** The keys that work a control. */
const worksControls = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '

/** Letters, digits and signs alone, which speech input would trigger (WCAG 2.1.4). */
const isCharacter = (keys: string) => keys.split(' ').some((key) => key.length === 1)

// While a word is composed, Enter, Escape and the arrows are for the input method: no field and no screen acts on them.
// Safari tells of the Enter that ends it when it has ended, by this code alone.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopPropagation()
  },
  true,
)

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
  if (worksControls(event) && isOnControl(event)) return
  const isOver = (what: string) => document.querySelector(what) !== null
  const inField = isOver('dialog[open], [popover=auto]:popover-open') || isField(event.target)
  const key = pressed(event)
  const inRow = first && first.until > event.timeStamp ? `${first.key} ${key}` : undefined
  first = undefined
  const usable = groups
    .get()
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ inFields, when }) => (!inField || inFields) && (when?.(event) ?? true))
  const allowed = (keys: string) => preferences.get().hasLetterKeys || !isCharacter(keys)
  for (const wanted of [inRow, key]) {
    const found = usable.find(({ keys }) => wanted !== undefined && allowed(wanted) && keys.includes(wanted))
    if (!found) continue
    event.preventDefault()
    // Below a dialog nothing happens, and the browser does nothing else with the key.
    if ((!event.repeat || found.repeats) && !isOver('dialog:modal')) found.run(event)
    return
  }
  const begins = usable.some(({ keys }) => keys.some((keys) => keys.startsWith(`${key} `) && allowed(keys)))
  if (begins) first = { key, until: event.timeStamp + secondWithinMs }
})
