import type { Hold, NamedParticipant, Session, SlotsFound } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { partyName } from '../cases/names.ts'
import { partiesQuery } from '../data/case.ts'
import { useProfile } from '../data/profile.ts'
import { sessionKeys } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { CommandForm } from '../ui/command-form.tsx'
import { dayFromToday, momentIn } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { filled } from '../ui/filled.ts'
import { problemText, useCommand } from '../ui/use-command.ts'
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
  const placing = usePlacing(of, onClose)
  const { chosen, setChosen, nameOf, slots, search, hold, problem, choose, leave } = placing
  const { draft, answer } = search
  return (
    <Dialog title={text.title(of.docketNumber)} onClose={leave} canClose={!placing.isPlacing}>
      {hold ? (
        <HeldSlot
          hold={{
            ...hold,
            participants: hold.participants.map((participant) => ({
              ...participant,
              name: nameOf(participant),
            })),
          }}
          isBusy={placing.isBusy}
          onConfirm={() => placing.confirm(hold)}
          onRelease={() => placing.giveBack(hold)}
          onEnd={placing.end}
        />
      ) : (
        <CommandForm
          className="place-form"
          command={{ ...search, problem: search.problem || problem }}
          send={search.isPending ? text.finding : text.find}
          beside={<Button onClick={leave}>{text.back}</Button>}
        >
          <div className="two">
            <DaySpan days={draft.days} labels={text} onChange={(days) => search.change({ days })} />
          </div>
          <ParticipantList legend={text.who} chosen={chosen} onChange={setChosen} />
          <TextField label={text.consent} maxLength={2000} {...search.field('consent')} />
        </CommandForm>
      )}
      {hold ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      {hold || !answer ? null : (
        <Slots
          id={id}
          answer={answer}
          nameOf={nameOf}
          isBusy={placing.isTaking}
          list={slots}
          onTake={choose}
        />
      )}
    </Dialog>
  )
}

/** Searching for a time, holding it, and placing the session on it. */
function usePlacing(of: ToPlace, onClose: () => void) {
  const { chosen, setChosen, nameOf } = useParticipants(of)
  // What was shown when the dialog was opened: somebody else may place it meanwhile.
  const [from] = useState(of.slot?.startsAt ?? null)
  const [hold, setHold] = useState<Hold>()
  // What went wrong last is what is shown.
  const [problem, setProblem] = useState('')
  const fail = (error: unknown) => setProblem(problemText(error))
  const slots = useRef<HTMLUListElement>(null)

  const search = useCommand({
    draft: () => ({ days: { from: dayFromToday(1), to: dayFromToday(60) }, consent: '' }),
    check: () => (chosen.length === 0 ? text.needWho : undefined),
    run: ({ days, consent }) =>
      portico().slots.search({
        ...{ participants: withoutNames(chosen), ...days, limit: 20 },
        ...noticeOf(of, consent),
        ...(consent.trim() || from === null ? {} : { notBefore: from }),
      }),
  })
  const { draft, answer } = search
  const consent = draft.consent.trim()
  useEffect(() => {
    if (answer && !hold) slots.current?.querySelector('button')?.focus()
  }, [answer, hold])
  const take = useCommand({
    run: (_, slot: SlotsFound['slots'][number]['slot']) =>
      portico().slots.hold({
        ...{ participants: withoutNames(chosen), slot, caseId: of.caseId },
        ...noticeOf(of, consent),
      }),
    onDone: setHold,
    // Somebody else was faster: what is left is found anew.
    onFailed(error) {
      fail(error)
      search.send()
    },
  })
  const place = useCommand({
    run: (_, held: Hold) =>
      portico().sessions.place(of.caseId, of.sessionId, {
        slot: held.slot,
        from,
        holdId: held.id,
        ...filled({ consent }),
        // Parties have their names within the case alone.
        participants: withoutNames(chosen),
      }),
    renews: sessionKeys,
    done: (_answer, _draft, { slot }) => text.done(of.docketNumber, momentIn(slot.startsAt, slot.timeZone)),
    onDone: onClose,
    onFailed: fail,
  })
  const leaveHold = () => {
    setHold(undefined)
    search.send()
  }
  const release = useCommand({
    run: (_, held: Hold) => portico().slots.release(held.id),
    onDone: leaveHold,
    onFailed(error) {
      fail(error)
      leaveHold()
    },
  })

  function choose(slot: SlotsFound['slots'][number]['slot']) {
    setProblem('')
    take.send(slot)
  }

  /** Whoever goes away gives the time back at once. */
  function leave() {
    if (hold && !place.isPending)
      void portico()
        .slots.release(hold.id)
        .catch(() => undefined)
    onClose()
  }

  return {
    ...{ chosen, setChosen, nameOf, slots, search, hold, problem, choose, leave },
    isTaking: take.isPending,
    isPlacing: place.isPending,
    isBusy: place.isPending || release.isPending,
    confirm(held: Hold) {
      setProblem('')
      place.send(held)
    },
    giveBack(held: Hold) {
      setProblem('')
      release.send(held)
    },
    end() {
      setProblem(text.ended)
      leaveHold()
    },
  }
}

function useParticipants(of: ToPlace) {
  const profile = useProfile()
  const claimants = (profile?.partyRoles ?? []).filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  const parties = useQuery(partiesQuery(of.caseId)).data ?? []
  const [changed, setChosen] = useState<Chosen[] | undefined>(
    of.participants?.length ? [...of.participants] : undefined,
  )
  const mine = parties.filter(
    ({ role, person }) => claimants.includes(role) && person?.deathDate === undefined,
  )
  const chosen: readonly Chosen[] =
    changed ?? mine.map((party) => ({ kind: 'party' as const, id: party.id, name: partyName(party) }))
  return {
    chosen,
    setChosen,
    // A search knows no case, and so no names of its parties.
    nameOf: ({ id, name }: NamedParticipant) => chosen.find((one) => one.id === id)?.name ?? name,
  }
}

function Slots({
  id,
  answer: { slots, blocking, starts, unasked },
  nameOf,
  isBusy,
  list,
  onTake,
}: {
  id: string
  answer: SlotsFound
  nameOf: (participant: NamedParticipant) => string
  isBusy: boolean
  list: RefObject<HTMLUListElement | null>
  onTake: (slot: SlotsFound['slots'][number]['slot']) => void
}) {
  return (
    <section className="slots">
      <h3 id={`${id}-slots`}>{text.slots}</h3>
      {unasked ? <p className="warn">{text.unasked(unasked.binding, unasked.why)}</p> : null}
      {slots.length === 0 ? <p role="status">{text.none}</p> : null}
      <ul ref={list} aria-labelledby={`${id}-slots`}>
        {slots.map(({ slot, reasons }) => (
          <li key={slot.startsAt} data-id={slot.startsAt}>
            <button type="button" disabled={isBusy} onClick={() => onTake(slot)}>
              <span className="at">
                <SlotTime slot={slot} />
              </span>
              <span className="soft">{reasons.join(' ') || text.noReasons}</span>
            </button>
          </li>
        ))}
      </ul>
      {slots.length === 0 || blocking.length > 0 ? (
        <ul className="soft">
          {blocking.slice(0, 5).map(({ participant, starts: blocked }) => (
            <li key={participant.id}>{text.blocking(nameOf(participant), blocked, starts)}</li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** With a consent, times within the notice that is owed are found too. */
const noticeOf = ({ kind }: ToPlace, consent: string) => ({
  kind,
  ...(consent.trim() ? { withinNotice: true } : {}),
})
