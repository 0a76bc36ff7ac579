import type { CompleteTask, Ending, Task } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { issuesQuery } from '../data/case.ts'
import { useDraft } from '../data/draft.ts'
import { labelIn, useProfile } from '../data/profile.ts'
import { portico, session, useMe } from '../data/session.ts'
import { type Assignee, AssigneeField } from '../ui/assignee-field.tsx'
import { Button } from '../ui/button.tsx'
import { dayFromToday, noonOf } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EndingList, useEnding } from '../ui/ending.tsx'
import { OverrideField } from '../ui/override-field.tsx'
import { toast } from '../ui/toasts.tsx'
import { words as endings } from '../words/endings.ts'
import { words as overriding } from '../words/override.ts'
import { words } from '../words/tasks.ts'
import { useTaskChange } from './task-change.ts'
import '../ui/form.css'

export type TaskFormKind = 'assign' | 'hold' | 'complete' | 'cancel' | 'instruct' | 'openChild'

type TaskChanges = NonNullable<CompleteTask['changes']>

type TaskDraft = {
  outcome: string | undefined
  type: string | undefined
  to?: Assignee | undefined
  note: string
  override?: string
  until: string
  scope?: TaskChanges['scope'] | undefined
  issueIds?: string[]
}

const text = words.form

/** What an action of a task needs to know. It closes only once the service has taken it; until then nothing is lost. */
export function TaskForm({
  task,
  kind,
  shown,
  onClose,
}: {
  task: Task
  kind: TaskFormKind
  /** What would end, where that is known already. */
  shown?: Ending | undefined
  onClose: () => void
}) {
  const send = useTaskChange(task)
  const id = useId()
  const { asksNote } = task.actions
  const [{ outcomes, opens, asksScope, override: overrides, holdDays = { least: 1, most: 90 } }] = useState(
    task.actions,
  )
  const me = useMe()
  const { assignee: holder } = task
  const isOverride = overrides.some((action) => action === kind)
  const takesFrom = kind === 'assign' && holder?.kind === 'person' && holder.id !== me.id
  const [draft, setDraft, clearDraft] = useDraft<TaskDraft>(`task.${task.id}.${kind}`, () => ({
    outcome: outcomes.length === 1 && !task.actions.refused ? outcomes[0]?.name : undefined,
    type: opens[0]?.name,
    note: '',
    until: dayFromToday(Math.min(14, holdDays.most)),
  }))
  const { outcome, type, to, note, override = '', until, scope, issueIds = [] } = draft
  const assignee = to?.value
  const { ending, ...ends } = useEnding(task.caseId, shown)
  const change = (changes: Partial<TaskDraft>) => {
    ends.forget()
    setDraft({ ...draft, ...changes })
  }
  const isScoped = kind === 'complete' && asksScope === true
  const profile = useProfile()
  const issues = useQuery({ ...issuesQuery(task.caseId), enabled: isScoped }).data?.issues ?? []
  const nameOf = (issueType: string) => labelIn(profile?.issueTypes, issueType)
  const close = useClosing(task.label, note, onClose)
  const [problem, setProblem] = useState('')
  const refused = (task.actions.refused ?? []).filter(({ action }) => action === 'complete')
  // What the case does not take now stays among the choices, with the reason.
  const choices = [
    ...outcomes,
    ...refused.flatMap(({ outcome: name, label }) =>
      name === undefined || outcomes.some((one) => one.name === name) ? [] : { name, label: label ?? name },
    ),
  ]
  const whyNot = (name?: string) => refused.find((one) => one.outcome === name)?.why
  const chosen: (typeof outcomes)[number] | undefined = choices.find(({ name }) => name === outcome)

  const noteName = {
    assign: text.why,
    hold: text.why,
    cancel: text.why,
    complete: isScoped && scope === 'none' ? words.scope.why : text.note,
    instruct: text.text,
    openChild: text.text,
  }[kind]
  const lacks = kind === 'complete' ? asksNote : undefined
  const needsNote =
    kind === 'hold' ||
    kind === 'cancel' ||
    kind === 'instruct' ||
    takesFrom ||
    (kind === 'complete' && chosen?.needsNote === true) ||
    lacks !== undefined ||
    (isScoped && scope === 'none')
  const asksPerson = kind === 'assign' || (kind === 'complete' && chosen?.needsPerson === true)

  function missing(): string | undefined {
    if (kind === 'complete' && choices.length > 0 && !chosen) return text.missing(text.outcome)
    if (isOverride && !override.trim()) return overriding.missing
    if (isScoped && !scope) return text.missing(words.scope.legend)
    if (isScoped && scope === 'issues' && issueIds.length === 0) return text.missing(words.scope.which)
    if (asksPerson && !assignee) return text.missing(text.to)
    return needsNote && !note.trim() ? text.missing(noteName) : undefined
  }

  function run(): Promise<unknown> {
    const { tasks } = portico()
    const given = note.trim()
    switch (kind) {
      case 'assign':
        return tasks.assign(task.caseId, task.id, {
          assignee: assignee as Assignee['value'],
          ...(given ? { why: given } : {}),
        })
      case 'hold':
        return tasks.hold(task.caseId, task.id, {
          until: noonOf(until).toISOString(),
          why: given,
        })
      case 'complete':
        return ends.send({ completeTask: { taskId: task.id, ...completion() } }, (ends) =>
          tasks.complete(task.caseId, task.id, { ...completion(), ends }),
        )
      case 'cancel':
        return ends.send({ cancelTask: { taskId: task.id } }, (ends) =>
          tasks.cancel(task.caseId, task.id, given, { ends }),
        )
      case 'instruct':
        return tasks.instruct(task.caseId, task.id, given)
      case 'openChild':
        return tasks.open(task.caseId, {
          parentId: task.id,
          type: type ?? '',
          ...(given ? { instructions: given } : {}),
        })
    }
  }

  function completion() {
    const given = note.trim()
    const isNothing = isScoped && scope === 'none'
    return {
      ...(outcome ? { outcome } : {}),
      ...(given && !isNothing ? { note: given } : {}),
      ...(assignee ? { assignee } : {}),
      ...(isOverride ? { override: override.trim() } : {}),
      ...(isScoped ? { changes: changesBy(scope, issueIds, given) } : {}),
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const fault = missing()
    setProblem(fault ?? '')
    if (fault || send.isPending) return
    send.mutate(
      { done: kind, run, onTaken: clearDraft },
      { onSuccess: close, onError: (error) => setProblem(ends.problemOf(error)) },
    )
  }

  return (
    <Dialog title={`${text[kind]}: ${task.label}`} onClose={close}>
      <form className="form" onSubmit={submit} noValidate>
        {isOverride ? (
          <OverrideField
            holder={holder}
            keptWith="case"
            value={override}
            onChange={(override) => change({ override })}
          />
        ) : null}
        {isScoped ? (
          <fieldset className="field">
            <legend>{words.scope.legend}</legend>
            {scopes.map((one) => (
              <label key={one} className="choice">
                <input
                  type="radio"
                  name="scope"
                  checked={one === scope}
                  onChange={() => change({ scope: one })}
                />
                {words.scope[one]}
              </label>
            ))}
          </fieldset>
        ) : null}
        {isScoped && scope === 'issues' ? (
          <fieldset className="field">
            <legend>{words.scope.which}</legend>
            {issues.map(({ id, description, issueType }) => (
              <label key={id} className="choice">
                <input
                  type="checkbox"
                  checked={issueIds.includes(id)}
                  onChange={({ target }) =>
                    change({
                      issueIds: target.checked ? [...issueIds, id] : issueIds.filter((one) => one !== id),
                    })
                  }
                />
                {description ?? nameOf(issueType)}
              </label>
            ))}
          </fieldset>
        ) : null}
        {kind === 'complete' && choices.length > 0 ? (
          <fieldset className="field">
            <legend>{text.outcome}</legend>
            {choices.map(({ name, label }) => (
              <label key={name} className="choice">
                <input
                  type="radio"
                  name="outcome"
                  checked={name === outcome}
                  onChange={() => change({ outcome: name })}
                />
                <span>
                  {label} {whyNot(name) ? <small className="soft">{whyNot(name)}</small> : null}
                </span>
              </label>
            ))}
          </fieldset>
        ) : null}
        {kind === 'complete' && whyNot() ? <p className="soft">{whyNot()}</p> : null}
        {kind === 'openChild' ? (
          <fieldset className="field">
            <legend>{text.type}</legend>
            {opens.map(({ name, label }) => (
              <label key={name} className="choice">
                <input
                  type="radio"
                  name="type"
                  checked={name === type}
                  onChange={() => change({ type: name })}
                />
                {label}
              </label>
            ))}
          </fieldset>
        ) : null}
        {asksPerson ? (
          <AssigneeField
            label={text.to}
            chosen={to}
            onChoose={(to) => change({ to })}
            teamsToo={kind === 'assign'}
          />
        ) : null}
        {kind === 'hold' ? (
          <div className="field">
            <label htmlFor={`${id}-until`}>{text.until}</label>
            <input
              id={`${id}-until`}
              type="date"
              value={until}
              min={dayFromToday(holdDays.least)}
              max={dayFromToday(holdDays.most)}
              onChange={({ target }) => change({ until: target.value })}
            />
            <span className="hint">{text.days(holdDays.least, holdDays.most)}</span>
          </div>
        ) : null}
        <div className="field">
          <label htmlFor={`${id}-note`}>{noteName}</label>
          <textarea
            id={`${id}-note`}
            rows={3}
            value={note}
            aria-describedby={lacks ? `${id}-lacks` : undefined}
            onChange={({ target }) => change({ note: target.value })}
          />
          {lacks ? (
            <span id={`${id}-lacks`} className="hint">
              {lacks}
            </span>
          ) : null}
        </div>
        <EndingList ending={ending} />
        <div className="problem" role="alert">
          {problem}
        </div>
        <div className="buttons">
          <Button onClick={close}>{text.back}</Button>
          <Button type="submit" kind="solid" aria-disabled={send.isPending}>
            {ending ? endings.confirm : text.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const scopes = ['case', 'issues', 'none'] as const

function changesBy(scope: TaskChanges['scope'] | undefined, issueIds: string[], why: string): TaskChanges {
  if (scope === 'issues') return { scope, issueIds }
  return scope === 'none' ? { scope, why } : { scope: 'case' }
}

/** A task that is done or taken away by somebody else takes its form with it: what was typed can still be used. */
function useClosing(label: string, typed: string, onClose: () => void) {
  const latest = useRef({ typed, isLeft: false })
  latest.current.typed = typed.trim()
  useEffect(() => {
    const [here, now] = [location.href, latest.current]
    now.isLeft = false
    return () => {
      const isElsewhere = location.href !== here || session.get().status === 'out'
      if (now.isLeft || isElsewhere || !now.typed) return
      const copy = () => void navigator.clipboard?.writeText(now.typed).catch(() => {})
      toast(text.gone(label), { isBad: true, action: { label: text.copy, run: copy } })
    }
  }, [label])
  return () => {
    latest.current.isLeft = true
    onClose()
  }
}
