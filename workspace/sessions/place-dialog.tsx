import type { Hold, NamedParticipant, Session, SlotsFound } from '@portico/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { partyName } from '../cases/names.ts'
import { partiesQuery } from '../data/case.ts'
import { useProfile } from '../data/profile.ts'
import { useRenewSessions } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { dayFromToday, momentIn } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/sessions.ts'
import { DaySpan } from './day-span.tsx'
import { HeldSlot } from './held-slot.tsx'
import { type Chosen, ParticipantList, withoutNames } from './participant-list.tsx'
import { SlotTime } from './slot-time.tsx'

const text = words.place

export type ToPlace = {
  caseId: string
  docketNumber: string
  sessionId: string
  kind: Session['kind']
  participants?: readonly NamedParticipant[]
  /** Where it stands as it is shown. */
  slot?: { startsAt: string } | undefined
}

/** Finds the times at which all can, holds the one that is chosen, and places the session on it. */
export function PlaceDialog({ of, onClose }: { of: ToPlace; onClose: () => void }) {
  const id = useId()
  const renew = useRenewSessions()
  const profile = useProfile()
  const claimants = (profile?.partyRoles ?? []).filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  const parties = useQuery(partiesQuery(of.caseId)).data ?? []
  const [days, setDays] = useState(() => ({ from: dayFromToday(1), to: dayFromToday(60) }))
  const [changed, setChosen] = useState<Chosen[] | undefined>(
    of.participants?.length ? [...of.participants] : undefined,
  )
  const mine = parties.filter(
    ({ role, person }) => claimants.includes(role) && person?.deathDate === undefined,
  )
  const chosen: readonly Chosen[] =
    changed ?? mine.map((party) => ({ kind: 'party' as const, id: party.id, name: partyName(party) }))
  // A search knows no case, and so no names of its parties.
  const nameOf = ({ id, name }: NamedParticipant) => chosen.find((one) => one.id === id)?.name ?? name
  // What was shown when the dialog was opened: somebody else may place it meanwhile.
  const [from] = useState(of.slot?.startsAt ?? null)
  const [hold, setHold] = useState<Hold>()
  const [problem, setProblem] = useState('')
  const [consent, setConsent] = useState('')
  const isAgreed = consent.trim() !== ''
  const withNotice = { kind: of.kind, ...(isAgreed ? { withinNotice: true } : {}) }
  const slots = useRef<HTMLUListElement>(null)

  // What went wrong last is what is shown.
  const fail = ({ message }: Error) => setProblem(message)

  const search = useMutation({
    mutationFn: () =>
      portico().slots.search({
        ...{ participants: withoutNames(chosen), ...days, limit: 20 },
        ...withNotice,
        ...(isAgreed || from === null ? {} : { notBefore: from }),
      }),
    onError: fail,
  })
  const { data: answer } = search
  useEffect(() => {
    if (answer && !hold) slots.current?.querySelector('button')?.focus()
  }, [answer, hold])
  const take = useMutation({
    mutationFn: (slot: SlotsFound['slots'][number]['slot']) =>
      portico().slots.hold({
        ...{ participants: withoutNames(chosen), slot, caseId: of.caseId },
        ...withNotice,
      }),
    onSuccess: setHold,
    // Somebody else was faster: what is left is found anew.
    onError: (error) => {
      fail(error)
      search.mutate()
    },
  })
  const place = useMutation({
    mutationFn: (held: Hold) =>
      portico().sessions.place(of.caseId, of.sessionId, {
        slot: held.slot,
        from,
        holdId: held.id,
        ...(isAgreed ? { consent: consent.trim() } : {}),
        // Parties have their names within the case alone.
        participants: withoutNames(chosen),
      }),
    onSuccess: async (_, { slot }) => {
      toast(text.done(of.docketNumber, momentIn(slot.startsAt, slot.timeZone)))
      onClose()
      await renew()
    },
    onError: fail,
  })
  const release = useMutation({
    mutationFn: (held: Hold) => portico().slots.release(held.id),
    onError: fail,
    onSettled: () => {
      setHold(undefined)
      search.mutate()
    },
  })

  function find(event: FormEvent) {
    event.preventDefault()
    setProblem(chosen.length === 0 ? text.needWho : '')
    if (chosen.length > 0) search.mutate()
  }

  function choose(slot: SlotsFound['slots'][number]['slot']) {
    setProblem('')
    take.mutate(slot)
  }

  /** Whoever goes away gives the time back at once. */
  function leave() {
    if (hold && !place.isPending)
      void portico()
        .slots.release(hold.id)
        .catch(() => undefined)
    onClose()
  }

  const { slots: found = [], blocking = [], starts = 0, unasked } = answer ?? {}
  return (
    <Dialog title={text.title(of.docketNumber)} onClose={leave} canClose={!place.isPending}>
      {hold ? (
        <HeldSlot
          hold={{ ...hold, participants: hold.participants.map((one) => ({ ...one, name: nameOf(one) })) }}
          isBusy={place.isPending || release.isPending}
          onConfirm={() => {
            setProblem('')
            place.mutate(hold)
          }}
          onRelease={() => {
            setProblem('')
            release.mutate(hold)
          }}
          onEnd={() => {
            setHold(undefined)
            setProblem(text.ended)
            search.mutate()
          }}
        />
      ) : (
        <form className="form place-form" onSubmit={find}>
          <div className="two">
            <DaySpan days={days} labels={text} onChange={setDays} />
          </div>
          <ParticipantList legend={text.who} chosen={chosen} onChange={setChosen} />
          <div className="field">
            <label htmlFor={`${id}-consent`}>{text.consent}</label>
            <input
              id={`${id}-consent`}
              maxLength={2000}
              value={consent}
              onChange={({ target }) => setConsent(target.value)}
            />
          </div>
          <div className="buttons">
            <Button onClick={leave}>{text.back}</Button>
            <Button kind="solid" type="submit" disabled={search.isPending}>
              {search.isPending ? text.finding : text.find}
            </Button>
          </div>
        </form>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
      {hold || !answer ? null : (
        <section className="slots">
          <h3 id={`${id}-slots`}>{text.slots}</h3>
          {unasked ? <p className="warn">{text.unasked(unasked.binding, unasked.why)}</p> : null}
          {found.length === 0 ? <p role="status">{text.none}</p> : null}
          <ul ref={slots} aria-labelledby={`${id}-slots`}>
            {found.map(({ slot, reasons }) => (
              <li key={slot.startsAt} data-id={slot.startsAt}>
                <button type="button" disabled={take.isPending} onClick={() => choose(slot)}>
                  <span className="at">
                    <SlotTime slot={slot} />
                  </span>
                  <span className="soft">{reasons.join(' ') || text.noReasons}</span>
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 || blocking.length > 0 ? (
            <ul className="soft">
              {blocking.slice(0, 5).map(({ participant, starts: blocked }) => (
                <li key={participant.id}>{text.blocking(nameOf(participant), blocked, starts)}</li>
              ))}
            </ul>
          ) : null}
        </section>
      )}
    </Dialog>
  )
}
