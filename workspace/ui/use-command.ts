import { type Ending, type EndingCommand, PorticoError } from '@portico/sdk'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useDraft } from '../data/draft.ts'
import { Unconfirmed, useEnding } from './ending.tsx'
import { toast } from './toasts.tsx'

/** Runs a command that ends other things only as its ending was shown. */
export type Confirm = <Answer>(
  command: EndingCommand,
  run: (ends: string) => Promise<Answer>,
) => Promise<Answer>

type Options<Draft, Argument, Answer> = {
  /** Where the browser keeps the draft until the service has taken it; without one it lasts as long as the form. */
  place?: string
  draft?: Draft | (() => Draft)
  /** What is missing or wrong, before anything is sent. */
  check?: (draft: Draft, argument: Argument) => string | undefined
  run: (draft: Draft, argument: Argument, confirm: Confirm) => Promise<Answer>
  /** What the command makes stale, whether it succeeds or fails. */
  renews?: readonly QueryKey[] | ((error: unknown, answer: Answer | undefined) => readonly QueryKey[])
  /** What is said once it is done. */
  done?: string | ((answer: Answer, draft: Draft, argument: Argument) => string)
  /** At once, if the form is still open. */
  onDone?: (answer: Answer, argument: Argument) => void
  /** After what is stale was renewed. */
  onRenewed?: (answer: Answer) => void
  /** Before it is said what went wrong. */
  onFailed?: (error: unknown, argument: Argument) => unknown
  /** What is said of an error; `text` is what is said otherwise. */
  problemOf?: (error: Error, text: string) => string
  /** Without a form beside it, a failure is a toast. */
  hasForm?: boolean
  /** Of the case, and what would end where that is known already. */
  ends?: { caseId: string; shown?: Ending | undefined }
}

/** The one way in which a screen sends a command: its draft, what is wrong with it, and what became of it. */
export function useCommand<Draft extends object = object, Answer = unknown, Argument = void>(
  options: Options<Draft, Argument, Answer>,
) {
  const { place, check, run, renews = [], done, problemOf, ends, hasForm = true } = options
  const client = useQueryClient()
  const [fresh] = useState(options.draft ?? ({} as Draft))
  const [typed, set, clear, kept] = useDraft<Draft>(place, fresh)
  // What was kept by an older form lacks the fields that are new.
  const draft = { ...fresh, ...typed }
  const [problem, setProblem] = useState('')
  const { ending, ...confirming } = useEnding(ends?.caseId ?? '', ends?.shown)
  const isOpen = useIsOpen()
  // Two clicks may come before the first has been drawn.
  const isSending = useRef(false)

  const mutation = useMutation({
    mutationFn: (argument: Argument) => run(draft, argument, confirming.send),
    onSuccess(answer, argument) {
      clear()
      confirming.forget()
      if (done !== undefined) toast(typeof done === 'string' ? done : done(answer, draft, argument))
      if (isOpen.current) options.onDone?.(answer, argument)
    },
    async onError(error, argument) {
      await options.onFailed?.(error, argument)
      const plain = confirming.problemOf(error, problemText)
      const text = error instanceof Unconfirmed ? '' : (problemOf?.(error, plain) ?? plain)
      if (hasForm && isOpen.current) setProblem(text)
      else if (text) toast(text, { isBad: true })
    },
    async onSettled(answer, error) {
      if (error) isSending.current = false
      if (error instanceof Unconfirmed) return
      const stale = typeof renews === 'function' ? renews(error, answer) : renews
      const renewed = Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
      // Whoever was refused can send again at once; what was done is not offered again before it is seen.
      if (error) return
      await renewed
      isSending.current = false
    },
  })

  function change(changes: Partial<Draft>) {
    confirming.forget()
    set({ ...draft, ...changes })
  }

  return {
    draft,
    kept,
    change,
    /** What is typed next is another command. */
    startOver(from = fresh) {
      set(from)
      clear()
      isSending.current = false
    },
    /** The value of a field, and how it is changed. */
    field: <Name extends keyof Draft>(name: Name) => ({
      value: draft[name],
      onChange: (value: Draft[Name]) => change({ [name]: value } as unknown as Partial<Draft>),
    }),
    ending,
    forgetEnding: confirming.forget,
    problem,
    setProblem,
    isPending: mutation.isPending,
    answer: mutation.data,
    error: mutation.error,
    /** Forgets what became of it. */
    reset() {
      setProblem('')
      mutation.reset()
    },
    /** A second click means the same. */
    send(argument: Argument) {
      if (isSending.current) return
      const fault = check?.(draft, argument) ?? ''
      setProblem(fault)
      if (fault) return
      isSending.current = true
      mutation.mutate(argument, { onSuccess: (answer) => options.onRenewed?.(answer) })
    },
  }
}

export type Command = Pick<
  ReturnType<typeof useCommand>,
  'kept' | 'ending' | 'problem' | 'setProblem' | 'isPending'
> & { send: () => void }

export const isConflict = (error: unknown) => error instanceof PorticoError && error.code === 'conflict'

export const problemText = (error: unknown) =>
  error instanceof PorticoError || error instanceof Error ? error.message : String(error)

function useIsOpen() {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}
