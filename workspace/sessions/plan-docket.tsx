import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useProfile } from '../data/profile.ts'
import { useRenewSessions } from '../data/scheduling.ts'
import { portico, useMay } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { dayFromToday } from '../ui/dates.ts'
import { Skeleton, State } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/sessions.ts'
import { DaySpan } from './day-span.tsx'
import { type Chosen, ParticipantList, withoutNames } from './participant-list.tsx'
import { type Planned, PlanTable, ResultBadge, useConsents } from './plan-table.tsx'

const text = words.plan

/** Some days of the queue placed at once: first as a preview, then those of it that are accepted. */
export function PlanDocket() {
  const id = useId()
  const profile = useProfile()
  const renew = useRenewSessions()
  const mayAccept = useMay('manageSessions')
  const [days, setDays] = useState(() => ({ from: dayFromToday(1), to: dayFromToday(7) }))
  const [docket, setDocket] = useState('')
  const [bench, setBench] = useState<Chosen[]>([])
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState('')
  const [withinNotice, setWithinNotice] = useState(false)
  const { consents, isAgreed, acceptanceOf, forget } = useConsents()
  const make = useMutation({
    mutationFn: () =>
      portico().sessionPlans.docket({
        ...days,
        benches: [{ participants: withoutNames(bench) }],
        ...(docket ? { docket } : {}),
        ...(withinNotice ? { withinNotice } : {}),
      }),
    onSuccess: () => {
      setLeft(new Set())
      forget()
    },
  })
  const accept = useMutation({
    mutationFn: ({ planId, sessionIds }: { planId: string; sessionIds: string[] }) =>
      portico().sessionPlans.accept(planId, acceptanceOf(sessionIds)),
    onSuccess: async ({ sessions }) => {
      const of = (state: Planned['state']) => sessions.filter((one) => one.state === state).length
      toast(text.accepted(of('placed'), of('refused')), { isBad: of('refused') > 0 })
      await renew()
    },
  })
  const plan = accept.data ?? make.data
  const proposed = (plan?.sessions ?? []).filter(({ state, slot }) => state === 'proposed' && slot)
  const wanted = proposed
    .filter((one) => !left.has(one.sessionId) && isAgreed(one))
    .map(({ sessionId }) => sessionId)

  function preview(event: FormEvent) {
    event.preventDefault()
    setProblem(bench.length === 0 ? words.place.needWho : '')
    if (bench.length === 0) return
    accept.reset()
    make.mutate()
  }

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
        <form className="form wide" onSubmit={preview}>
          <div className="two">
            <DaySpan days={days} labels={text} onChange={setDays} />
            <div className="field">
              <label htmlFor={`${id}-docket`}>{text.docket}</label>
              <select id={`${id}-docket`} value={docket} onChange={({ target }) => setDocket(target.value)}>
                <option value="">{text.allDockets}</option>
                {profile?.dockets.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
          </div>
          <ParticipantList legend={text.bench} chosen={bench} onChange={setBench} />
          <label className="choice">
            <input
              type="checkbox"
              checked={withinNotice}
              onChange={({ target }) => setWithinNotice(target.checked)}
            />
            {text.withinNotice}
          </label>
          <p className="problem" role="alert">
            {problem || make.error?.message || accept.error?.message}
          </p>
          <div className="buttons start">
            <Button type="submit" kind={plan ? 'quiet' : 'solid'} disabled={make.isPending}>
              {make.isPending ? text.making : text.make}
            </Button>
          </div>
        </form>
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
                      onClick={() => {
                        setProblem('')
                        accept.mutate({ planId: plan.id, sessionIds: wanted })
                      }}
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
