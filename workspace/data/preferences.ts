import { type Copy, copyKey, keptCopy, showAs } from './appearance.ts'
import { connection } from './connection.ts'
import { keep, stored } from './kept.ts'
import { pageSeen } from './page-first.ts'
import { portico, session } from './session.ts'
import { createStore, type Store, useStore } from './store.ts'

/** How this person wants the workspace, on whatever device. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark'
  density: 'compact' | 'comfortable'
  isSideBarFolded: boolean
  /** Single letters as commands; can be turned off for those who dictate (WCAG 2.1.4). */
  hasLetterKeys: boolean
  hasSeenTour: boolean
}

type Values = Record<string, unknown>

const usual: Preferences = {
  theme: 'system',
  density: 'compact',
  isSideBarFolded: true,
  hasLetterKeys: true,
  // Nobody is offered the tour before the service has said that they are new.
  hasSeenTour: true,
}

/**
 * The service keeps preferences for the person. The browser has a copy for the first paint, and what it could not send
 * yet.
 */
const unsentKey = (memberId: string) => `${copyKey}.unsent.${memberId}`

const copy = keptCopy()
let owner = copy.memberId
const values = createStore<Values>(copy.values ?? {})

export const preferences = { get: (): Preferences => ({ ...usual, ...values.get() }) }

export const usePreferences = (): Preferences => ({ ...usual, ...useStore(values) })

export const setPreferences = (change: Partial<Preferences>) => changeValues(change)

/** One more value that the service keeps for the person under this name. */
export function preference<Value>(name: string, otherwise: Value): Store<Value> & { use(): Value } {
  const of = (all: Values) => (name in all ? all[name] : otherwise) as Value
  return {
    get: () => of(values.get()),
    set: (value) => changeValues({ [name]: value }),
    subscribe: values.subscribe,
    use: () => of(useStore(values)),
  }
}

export const showAppearance = () => showAs(preferences.get())

function show(next: Values) {
  if (JSON.stringify(next) === JSON.stringify(values.get())) return
  values.set(next)
  keep(copyKey, { memberId: owner, values: next } satisfies Copy)
  showAppearance()
}

/** How often something was changed here: an answer from before the last change is old. */
let changes = 0

function changeValues(change: Values) {
  changes += 1
  show({ ...values.get(), ...change })
  if (!owner) return
  keep(unsentKey(owner), { ...unsent(), ...change })
  void send()
}

const unsent = (): Values => (owner ? stored(unsentKey(owner), {}) : {})

let isSending = false

async function send() {
  const memberId = owner
  const sent = unsent()
  if (isSending || !memberId || session.get().status !== 'in' || Object.keys(sent).length === 0) return
  isSending = true
  let isDone = false
  try {
    await portico().me.changePreferences(sent)
    // What was changed once more meanwhile is still to be sent.
    const left = Object.entries(unsent()).filter(([name, value]) => !isSame(value, sent[name]))
    if (owner === memberId) keep(unsentKey(memberId), left.length > 0 ? Object.fromEntries(left) : undefined)
    isDone = true
  } catch {
    // It stays unsent, and goes with the next change, or when the service answers again.
  } finally {
    isSending = false
  }
  if (isDone) await send()
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What another browser of this person has set. */
async function load() {
  const current = session.get()
  if (current.status !== 'in') return
  if (current.me.id !== owner) {
    owner = current.me.id
    show({})
  }
  try {
    const before = changes
    await pageSeen()
    const known = await portico().me.preferences()
    if (owner === current.me.id && before === changes) show({ hasSeenTour: false, ...known, ...unsent() })
  } catch {
    // The copy of this browser does until the next time.
  }
  await send()
}

session.subscribe(() => void load())
connection.subscribe(() => void (connection.get().isReachable && load()))
document.addEventListener('visibilitychange', () => void (document.visibilityState === 'visible' && load()))
window.addEventListener('focus', () => void load())
