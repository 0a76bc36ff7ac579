import type { SentLetter } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useDraft, useOpenAfterReload } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico, useMay } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { dayFromToday, noonOf } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EndingList, useEnding } from '../ui/ending.tsx'
import { toast } from '../ui/toasts.tsx'
import { words as endings } from '../words/endings.ts'
import { words } from '../words/letters.ts'
import '../ui/form.css'

type Kind = 'receipt' | 'failure'

const text = words.settle

/** Whoever mails letters by hand says that one went out, or that one came back. */
export function LetterActions({ caseId, letter }: { caseId: string; letter: SentLetter }) {
  const mayRecord = useMay('recordDeliveries')
  const [form, setForm] = useOpenAfterReload<Kind>(`letter.${letter.id}`)
  const isOut = letter.status === 'composed' || letter.status === 'receipted'
  if (!mayRecord || (letter.status !== 'failed' && !isOut) || letter.documentId === undefined) return null
  return (
    <>
      {letter.status === 'receipted' ? null : (
        <Button onClick={() => setForm('receipt')}>{text.receipt}</Button>
      )}
      {isOut ? <Button onClick={() => setForm('failure')}>{text.failure}</Button> : null}
      {form ? (
        <SettleLetter caseId={caseId} letter={letter} kind={form} onClose={() => setForm(undefined)} />
      ) : null}
    </>
  )
}

function SettleLetter({
  caseId,
  letter,
  kind,
  onClose,
}: {
  caseId: string
  letter: SentLetter
  kind: Kind
  onClose: () => void
}) {
  const id = useId()
  const client = useQueryClient()
  const [draft, setDraft, clearDraft] = useDraft(`letter.${letter.id}.${kind}`, () => ({
    channel: 'mail',
    sentOn: dayFromToday(),
    tracking: '',
    why: '',
  }))
  const { channel, sentOn, tracking, why } = draft
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes })
  const [problem, setProblem] = useState('')
  const { ending, ...ends } = useEnding(caseId)
  const send = useMutation({
    mutationFn: () => {
      if (kind === 'failure') return portico().letters.fail(caseId, letter.id, { why: why.trim() })
      const receipt = {
        channel: channel.trim(),
        sentAt: sentAt(sentOn),
        ...(tracking.trim() ? { tracking: tracking.trim() } : {}),
      }
      return ends.send({ receiptLetter: { letterId: letter.id, ...receipt } }, (seen) =>
        portico().letters.receipt(caseId, letter.id, { ...receipt, ends: seen }),
      )
    },
    onSuccess: () => {
      clearDraft()
      onClose()
      toast(kind === 'receipt' ? text.receipted : text.failed)
    },
    onError: (error) => setProblem(ends.problemOf(error)),
    onSettled: () =>
      Promise.all(
        [keys.of(caseId, 'deliveries'), keys.mail].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const fault =
      kind === 'receipt'
        ? channel.trim() && sentOn
          ? ''
          : text.missing.receipt
        : why.trim()
          ? ''
          : text.missing.why
    setProblem(fault)
    if (!fault && !send.isPending) send.mutate()
  }

  return (
    <Dialog title={`${text.title[kind]}: ${letter.subject ?? letter.letter}`} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        {kind === 'receipt' ? (
          <>
            <div className="field">
              <label htmlFor={`${id}-channel`}>{text.channel}</label>
              <input
                id={`${id}-channel`}
                maxLength={60}
                value={channel}
                onChange={({ target }) => change({ channel: target.value })}
              />
            </div>
            <div className="field">
              <label htmlFor={`${id}-sent`}>{text.sentOn}</label>
              <input
                id={`${id}-sent`}
                type="date"
                value={sentOn}
                max={dayFromToday()}
                onChange={({ target }) => change({ sentOn: target.value })}
              />
            </div>
            <div className="field">
              <label htmlFor={`${id}-tracking`}>{text.tracking}</label>
              <input
                id={`${id}-tracking`}
                maxLength={200}
                value={tracking}
                onChange={({ target }) => change({ tracking: target.value })}
              />
            </div>
          </>
        ) : (
          <div className="field">
            <label htmlFor={`${id}-why`}>{text.why}</label>
            <textarea
              id={`${id}-why`}
              rows={3}
              maxLength={2000}
              value={why}
              onChange={({ target }) => change({ why: target.value })}
            />
            <span className="hint">{text.whyHint}</span>
          </div>
        )}
        <EndingList ending={ending} />
        <div className="problem" role="alert">
          {problem}
        </div>
        <div className="buttons">
          <Button onClick={onClose}>{words.back}</Button>
          <Button type="submit" kind="solid" aria-disabled={send.isPending}>
            {ending ? endings.confirm : text.ok[kind]}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Of a day only the day is known: now, if it is today. */
function sentAt(day: string): string {
  const now = new Date()
  const noon = noonOf(day)
  return (noon > now ? now : noon).toISOString()
}
