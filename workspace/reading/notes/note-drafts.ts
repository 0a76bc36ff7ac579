import type { KeptDrafts } from '../../data/kept-drafts.ts'
import { createStore } from '../../data/store.ts'
import { type Draft, hasWords } from './draft.ts'

/** A note that the service has not confirmed. */
export type Unsaved = {
  draft: Draft
  /** In the form of its tab. */
  isOpen: boolean
  /** Under this key the service accepts it once, however often it is sent; a changed text gets another. */
  sendKey?: string | undefined
  /** Why it could not be saved. */
  problem?: string | undefined
  /** Typed in another tab, and continued in this one. */
  from?: { id: string; draft: Draft } | undefined
}

export type UnsavedNote = Unsaved & { id: string }

export type NotesInWriting = {
  open: UnsavedNote | undefined
  /** Not saved, and not in the form. */
  aside: readonly UnsavedNote[]
}

/** Returns the reason if it was refused. */
type Write = (draft: Draft, sendKey: string) => Promise<string | undefined>

/** All notes of a case that are being written: one in the form, the others set aside. None is ever dropped unasked. */
export function noteDrafts(
  kept: KeptDrafts<Unsaved>,
  tab: string,
  { now = Date.now, newId = () => crypto.randomUUID() as string } = {},
) {
  let openId = kept.all().findLast((entry) => entry.tab === tab && entry.value.isOpen)?.id
  /** From this page. */
  const sending = new Set<string>()
  const isSame = (a: Draft | undefined, b: Draft) => JSON.stringify(a) === JSON.stringify(b)

  function view(): NotesInWriting {
    const all = kept.all().map(({ id, value }): UnsavedNote => ({ ...value, id }))
    const open = all.find(({ id }) => id === openId)
    const continued = new Set(all.flatMap(({ from }) => from?.id ?? []))
    const isAside = ({ id, draft }: UnsavedNote) =>
      id !== openId && !sending.has(id) && !continued.has(id) && hasWords(draft)
    return { open, aside: all.filter(isAside) }
  }
  const shown = createStore(view())
  const refresh = () => shown.set(view())
  const put = (id: string, value: Unsaved) => kept.put({ id, tab, at: now(), value })

  function drop(id: string) {
    const from = kept.get(id)?.value.from
    kept.drop(id)
    if (from && isSame(kept.get(from.id)?.value.draft, from.draft)) kept.drop(from.id)
    if (openId === id) openId = undefined
  }

  /** Sets aside what is in the form, and returns it; without words there is nothing to keep. */
  function leave(): UnsavedNote | undefined {
    const { open } = view()
    if (!open) return undefined
    const { id, ...value } = open
    openId = undefined
    if (hasWords(open.draft)) put(id, { ...value, isOpen: false })
    else drop(id)
    refresh()
    return hasWords(open.draft) ? open : undefined
  }

  function resume(id: string): UnsavedNote | undefined {
    const found = kept.get(id)
    if (!found || id === openId) return undefined
    const left = leave()
    const isOwn = found.tab === tab
    openId = isOwn ? id : newId()
    const { draft } = found.value
    put(openId, { ...found.value, isOpen: true, ...(isOwn ? {} : { from: { id, draft } }) })
    refresh()
    return left
  }

  return {
    ...shown,
    /** Another tab may have written meanwhile. */
    refresh,
    leave,
    resume,

    /** Continues what was begun for the same note or reply. Returns what was in the form before. */
    begin(draft: Draft): UnsavedNote | undefined {
      const begun = draft.isMove ? undefined : view().aside.find((note) => hasSameAim(note.draft, draft))
      if (begun) return resume(begun.id)
      const left = leave()
      openId = newId()
      put(openId, { draft, isOpen: true })
      refresh()
      return left
    },

    /** With the reason if it could not be sent. */
    change(draft: Draft, problem?: string) {
      const { open } = view()
      if (!open) return
      const { id, sendKey, ...value } = open
      put(id, { ...value, draft, ...(problem === undefined ? {} : { problem }) })
      refresh()
    },

    /** Returns a function that undoes it. */
    discard(id: string): () => void {
      const found = kept.get(id)
      drop(id)
      refresh()
      return () => {
        if (!found) return
        kept.put({ ...found, tab, value: { ...found.value, isOpen: false } })
        refresh()
      }
    },

    /**
     * Sends what is in the form. It stays kept until the service has answered; if it is refused, it is in the form
     * again, or aside if another note is there by then.
     */
    async send(write: Write): Promise<(UnsavedNote & { isOpen: boolean }) | undefined> {
      const { open } = view()
      if (!open) return undefined
      const { id, problem: _, ...value } = open
      const sendKey = value.sendKey ?? newId()
      openId = undefined
      sending.add(id)
      put(id, { ...value, sendKey, isOpen: false })
      refresh()
      const problem = await write(open.draft, sendKey)
      sending.delete(id)
      if (problem === undefined) drop(id)
      else {
        openId ??= id
        put(id, { ...value, sendKey, isOpen: openId === id, problem })
      }
      refresh()
      return problem === undefined ? undefined : { ...open, problem, isOpen: openId === id }
    },
  }
}

/** Of the same note, or the same reply. */
function hasSameAim(draft: Draft, { of, replyTo }: Draft): boolean {
  if (of !== undefined) return draft.of === of
  return replyTo !== undefined && draft.replyTo === replyTo && draft.of === undefined
}

export type NoteDrafts = ReturnType<typeof noteDrafts>
