import { useState } from 'react'
import { useProfile } from '../data/profile.ts'
import { portico, useMay } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { CommandForm } from '../ui/command-form.tsx'
import { dayFromToday } from '../ui/dates.ts'
import { CheckField, SelectField } from '../ui/fields.tsx'
import { filled } from '../ui/filled.ts'
import { Skeleton, State } from '../ui/states.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/sessions.ts'
import { DaySpan } from './day-span.tsx'
import { type Chosen, ParticipantList, withoutNames } from './participant-list.tsx'
import { PlanTable, ResultBadge, useAcceptance, useConsents } from './plan-table.tsx'

const text = words.plan

/** Some days of the queue placed at once: first as a preview, then those of it that are accepted. */
export function PlanDocket() {
  const profile = useProfile()
  const mayAccept = useMay('manageSessions')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { consents, isAgreed, acceptanceOf, forget } = useConsents()
  const accept = useAcceptance(acceptanceOf, text.accepted)
  const make = useCommand({
    draft: () => ({
      days: { from: dayFromToday(1), to: dayFromToday(7) },
      docket: '',
      bench: [] as Chosen[],
      withinNotice: false,
    }),
    check: ({ bench }) => (bench.length === 0 ? words.place.needWho : undefined),
    run({ days, docket, bench, withinNotice }) {
      accept.reset()
      return portico().sessionPlans.docket({
        ...days,
        benches: [{ participants: withoutNames(bench) }],
        ...filled({ docket }),
        ...(withinNotice ? { withinNotice } : {}),
      })
    },
    onDone() {
      setLeft(new Set())
      forget()
    },
  })
  const { draft, change, field } = make
  const plan = accept.answer ?? make.answer
  const proposed = (plan?.sessions ?? []).filter(({ state, slot }) => state === 'proposed' && slot)
  const wanted = proposed
    .filter((one) => !left.has(one.sessionId) && isAgreed(one))
    .map(({ sessionId }) => sessionId)

  const toggle = (sessionId: string) => {
    const next = new Set(left)
    if (!next.delete(sessionId)) next.add(sessionId)
    setLeft(next)
  }

  return (
    <>
      <header className="screen-head">
        <h1>{words.parts.plan}</h1>
        <span className="soft">{text.about}</span>
      </header>
      <div className="scrolled padded">
        <CommandForm
          className="wide"
          command={{ ...make, problem: make.problem || accept.problem }}
          send={make.isPending ? text.making : text.make}
          sendKind={plan ? 'quiet' : 'solid'}
          isInPage
        >
          <div className="two">
            <DaySpan days={draft.days} labels={text} onChange={(days) => change({ days })} />
            <SelectField
              label={text.docket}
              none={text.allDockets}
              options={profile?.dockets ?? []}
              {...field('docket')}
            />
          </div>
          <ParticipantList legend={text.bench} chosen={draft.bench} onChange={(bench) => change({ bench })} />
          <CheckField label={text.withinNotice} {...field('withinNotice')} />
        </CommandForm>
        {make.isPending ? <Skeleton lines={5} /> : null}
        {plan && !make.isPending ? (
          <section className="plan">
            <h2>{text.title}</h2>
            {plan.sessions.length === 0 ? (
              <State title={text.none} />
            ) : (
              <>
                <p role="status">
                  {text.proposed(plan.sessions.filter(({ slot }) => slot).length, plan.sessions.length)}
                </p>
                <PlanTable
                  label={text.title}
                  plan={plan}
                  consents={consents}
                  action={(one) => {
                    const { sessionId, docketNumber, state, slot } = one
                    return state === 'proposed' && slot && mayAccept ? (
                      <input
                        type="checkbox"
                        aria-label={text.include(docketNumber)}
                        checked={!left.has(sessionId) && isAgreed(one)}
                        disabled={!isAgreed(one)}
                        onChange={() => toggle(sessionId)}
                      />
                    ) : (
                      <ResultBadge state={state} />
                    )
                  }}
                />
                {mayAccept && proposed.length > 0 ? (
                  <div className="buttons start">
                    <Button
                      kind="solid"
                      disabled={accept.isPending || wanted.length === 0}
                      onClick={() => accept.send({ planId: plan.id, sessionIds: wanted })}
                    >
                      {text.accept(wanted.length)}
                    </Button>
                  </div>
                ) : null}
              </>
            )}
          </section>
        ) : null}
      </div>
    </>
  )
}
