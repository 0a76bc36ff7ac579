import type { KeptDrafts } from '../../data/kept-drafts.ts'
import { createStore } from '../../data/store.ts'
import { type Draft, hasWords } from './draft.ts'

/** A note that the service has not confirmed. */
export type Unsaved = {
  draft: Draft
  /** In the form of its tab. */
  isOpen: boolean
  /** Under this key the service takes it once, however often it is sent; other words get another. */
  sendKey?: string | undefined
  /** Why it could not be saved. */
  problem?: string | undefined
  /** What another tab had typed and this one went on with. */
  from?: { id: string; draft: Draft } | undefined
}

export type UnsavedNote = Unsaved & { id: string }

export type NotesInWriting = {
  open: UnsavedNote | undefined
  /** Begun, and left without being saved. */
  aside: readonly UnsavedNote[]
}

/** Tells why it was refused, if it was. */
type Write = (draft: Draft, sendKey: string) => Promise<string | undefined>

/** All notes of a case that are being written: one in the form, the others set aside. None is given up unasked. */
export function noteDrafts(
  kept: KeptDrafts<Unsaved>,
  tab: string,
  { now = Date.now, newId = () => crypto.randomUUID() as string } = {},
) {
  let openId = kept.all().findLast((one) => one.tab === tab && one.value.isOpen)?.id
  /** On their way to the service from this page. */
  const sending = new Set<string>()
  const same = (one: Draft | undefined, other: Draft) => JSON.stringify(one) === JSON.stringify(other)

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
    if (from && same(kept.get(from.id)?.value.draft, from.draft)) kept.drop(from.id)
    if (openId === id) openId = undefined
  }

  /** What is in the form is set aside, and told of; without words in it there is nothing to keep. */
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

    /** What was begun for the same note, or as the same reply, goes on. Tells what was in the form before. */
    begin(draft: Draft): UnsavedNote | undefined {
      const { of, replyTo } = draft
      const begun = draft.isMove
        ? undefined
        : view().aside.find((one) =>
            of === undefined
              ? replyTo !== undefined && one.draft.replyTo === replyTo && one.draft.of === undefined
              : one.draft.of === of,
          )
      if (begun) return resume(begun.id)
      const left = leave()
      openId = newId()
      put(openId, { draft, isOpen: true })
      refresh()
      return left
    },

    /** With the reason, if it was not sent. */
    change(draft: Draft, problem?: string) {
      const { open } = view()
      if (!open) return
      const { id, sendKey, ...value } = open
      put(id, { ...value, draft, ...(problem === undefined ? {} : { problem }) })
      refresh()
    },

    /** Gives up a note; the way back is returned. */
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

export type NoteDrafts = ReturnType<typeof noteDrafts>
