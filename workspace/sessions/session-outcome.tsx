import type { ListedSession } from '@portico/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { serviceNow } from '../data/connection.ts'
import { useRenewSessions } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { msUntil } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EndingList, useEnding } from '../ui/ending.tsx'
import { toast } from '../ui/toasts.tsx'
import { words as endings } from '../words/endings.ts'
import { words } from '../words/sessions.ts'

const text = words.outcome

type Session = ListedSession['session']
type Outcome = keyof typeof text.of

/** What may be said of a session as it stands: only one that has begun was held, or missed. */
export function outcomesOf({ status, slot }: Pick<Session, 'status' | 'slot'>): Outcome[] {
  if (status === 'held' || status === 'withdrawn') return []
  const hasBegun = slot !== undefined && msUntil(slot.startsAt, serviceNow()) <= 0
  const all: Outcome[] = [...(hasBegun ? (['held', 'noShow'] as const) : []), 'postponed', 'withdrawn']
  return all.filter((outcome) => outcome !== status)
}

/** Records how a session ended. */
export function OutcomeDialog({
  listed: { caseId, session },
  onClose,
}: {
  listed: ListedSession
  onClose: () => void
}) {
  const id = useId()
  const renew = useRenewSessions()
  const outcomes = outcomesOf(session)
  const judges = (session.participants ?? []).filter(({ kind }) => kind === 'adjudicator')
  const [outcome, setOutcome] = useState<Outcome | undefined>(outcomes[0])
  const [heldBy, setHeldBy] = useState(judges.length === 1 ? (judges[0]?.id ?? '') : '')
  const [why, setWhy] = useState('')
  const [withoutRecord, setWithoutRecord] = useState('')
  const [from] = useState(session.slot?.startsAt ?? null)
  const { ending, ...ends } = useEnding(caseId)
  const [problem, setProblem] = useState('')
  const record = useMutation({
    mutationFn: (chosen: Outcome) => {
      const given = {
        outcome: chosen,
        from,
        ...(why.trim() ? { why: why.trim() } : {}),
        ...(chosen === 'held' && heldBy ? { heldBy } : {}),
        ...(chosen === 'held' && withoutRecord.trim() ? { withoutRecord: withoutRecord.trim() } : {}),
      }
      return ends.send({ endSession: { sessionId: session.id, ...given } }, (seen) =>
        portico().sessions.end(caseId, session.id, { ...given, ends: seen }),
      )
    },
    onError: (error) => setProblem(ends.problemOf(error)),
    onSuccess: async (_, chosen) => {
      toast(text.done[chosen])
      onClose()
      await renew()
    },
  })
  function save(event: FormEvent) {
    event.preventDefault()
    setProblem('')
    if (outcome) record.mutate(outcome)
  }
  return (
    <Dialog title={text.title} onClose={onClose} canClose={!record.isPending}>
      <form className="form" onSubmit={save}>
        <fieldset className="field">
          <legend>{text.legend}</legend>
          {outcomes.map((one) => (
            <label key={one} className="choice">
              <input
                type="radio"
                name={`${id}-outcome`}
                checked={one === outcome}
                onChange={() => {
                  ends.forget()
                  setOutcome(one)
                }}
              />
              <span>
                {text.of[one]} <small className="soft">{text.means[one]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {outcome === 'held' && judges.length > 0 ? (
          <div className="field">
            <label htmlFor={`${id}-by`}>{text.heldBy}</label>
            <select id={`${id}-by`} value={heldBy} onChange={({ target }) => setHeldBy(target.value)}>
              <option value="">{text.nobody}</option>
              {judges.map((judge) => (
                <option key={judge.id} value={judge.id}>
                  {judge.name}
                </option>
              ))}
            </select>
          </div>
        ) : null}
        {outcome === 'held' ? (
          <div className="field">
            <label htmlFor={`${id}-record`}>{text.withoutRecord}</label>
            <input
              id={`${id}-record`}
              maxLength={2000}
              value={withoutRecord}
              onChange={({ target }) => setWithoutRecord(target.value)}
            />
          </div>
        ) : null}
        <div className="field">
          <label htmlFor={`${id}-why`}>{text.why}</label>
          <textarea
            id={`${id}-why`}
            rows={3}
            maxLength={2000}
            value={why}
            onChange={({ target }) => setWhy(target.value)}
          />
        </div>
        <EndingList ending={ending} />
        <p className="problem" role="alert">
          {problem}
        </p>
        <div className="buttons">
          <Button onClick={onClose} disabled={record.isPending}>
            {text.cancel}
          </Button>
          <Button kind="solid" type="submit" disabled={record.isPending || !outcome}>
            {ending ? endings.confirm : text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
