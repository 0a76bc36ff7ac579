import type { CompleteTask, Ending, Task } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { issuesQuery } from '../data/case.ts'
import { standingKeys } from '../data/keys.ts'
import { labelIn, useProfile } from '../data/profile.ts'
import { portico, session, useMe } from '../data/session.ts'
import { type Assignee, AssigneeField } from '../ui/assignee-field.tsx'
import { CommandDialog } from '../ui/command-form.tsx'
import { dayFromToday, noonOf } from '../ui/dates.ts'
import { ChoiceField, ManyField, TextField } from '../ui/fields.tsx'
import { filled } from '../ui/filled.ts'
import { OverrideField } from '../ui/override-field.tsx'
import { toast } from '../ui/toasts.tsx'
import { type Confirm, useCommand } from '../ui/use-command.ts'
import { words as overriding } from '../words/override.ts'
import { words } from '../words/tasks.ts'

export type TaskFormKind = 'assign' | 'hold' | 'complete' | 'cancel' | 'instruct' | 'openChild'

type TaskChanges = NonNullable<CompleteTask['changes']>

type TaskDraft = {
  outcome?: string | undefined
  type: string
  to?: Assignee | undefined
  note: string
  override: string
  until: string
  scope?: TaskChanges['scope'] | undefined
  issueIds: readonly string[]
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
  // As it was when the form was opened: a colleague may change the task meanwhile.
  const [opened] = useState(task.actions)
  const { opens, asksScope = false, override: overrides, holdDays = { least: 1, most: 90 } } = opened
  const { choices, whyNot } = outcomesOf({ ...task.actions, outcomes: opened.outcomes })
  const isOverride = overrides.some((action) => action === kind)
  const isScoped = kind === 'complete' && asksScope
  const command = useCommand<TaskDraft>({
    place: `task.${task.id}.${kind}`,
    draft: () => ({
      outcome: choices.length === 1 && !task.actions.refused ? choices[0]?.name : undefined,
      type: opens[0]?.name ?? '',
      note: '',
      override: '',
      until: dayFromToday(Math.min(14, holdDays.most)),
      issueIds: [],
    }),
    check: (draft): string | undefined =>
      (kind === 'complete' && choices.length > 0 && !chosen ? text.missing(text.outcome) : undefined) ??
      (isOverride && !draft.override.trim() ? overriding.missing : undefined) ??
      (isScoped ? scopeMissing(draft) : undefined) ??
      (asksPerson && !draft.to ? text.missing(text.to) : undefined) ??
      (needsNote && !draft.note.trim() ? text.missing(noteName) : undefined),
    ends: { caseId: task.caseId, shown },
    run: (draft, _, confirm) => runners[kind](task, draft, { confirm, isOverride, isScoped }),
    renews: standingKeys(task.caseId),
    done: words.done[kind],
    onDone: () => close(),
  })
  const { draft, change, field } = command
  const { note, scope } = draft
  const close = useClosing(task.label, note, onClose)
  const chosen = choices.find(({ name }) => name === draft.outcome)
  const lacks = kind === 'complete' ? task.actions.asksNote : undefined
  const takesFrom = useTakesFrom(task) && kind === 'assign'
  const says = noteNames[kind]
  const noteName = isScoped && scope === 'none' ? words.scope.why : says.label
  const needsNote =
    says.isNeeded ||
    takesFrom ||
    lacks !== undefined ||
    (kind === 'complete' && chosen?.needsNote === true) ||
    (isScoped && scope === 'none')
  const asksPerson = kind === 'assign' || (kind === 'complete' && chosen?.needsPerson === true)

  return (
    <CommandDialog
      title={`${text[kind]}: ${task.label}`}
      command={command}
      send={text.send}
      back={text.back}
      onClose={close}
    >
      {isOverride ? <OverrideField holder={task.assignee} keptWith="case" {...field('override')} /> : null}
      {isScoped ? <ScopeFields caseId={task.caseId} draft={draft} change={change} /> : null}
      {kind === 'complete' && choices.length > 0 ? (
        <ChoiceField legend={text.outcome} options={choices} {...field('outcome')} />
      ) : null}
      {kind === 'complete' && whyNot ? <p className="soft">{whyNot}</p> : null}
      {kind === 'openChild' ? <ChoiceField legend={text.type} options={opens} {...field('type')} /> : null}
      {asksPerson ? (
        <AssigneeField
          label={text.to}
          chosen={draft.to}
          onChoose={(to) => change({ to })}
          teamsToo={kind === 'assign'}
        />
      ) : null}
      {kind === 'hold' ? (
        <TextField
          label={text.until}
          hint={text.days(holdDays.least, holdDays.most)}
          type="date"
          min={dayFromToday(holdDays.least)}
          max={dayFromToday(holdDays.most)}
          {...field('until')}
        />
      ) : null}
      <TextField label={noteName} hint={lacks} rows={3} {...field('note')} />
    </CommandDialog>
  )
}

const noteNames: Record<TaskFormKind, { label: string; isNeeded?: boolean }> = {
  assign: { label: text.why },
  hold: { label: text.why, isNeeded: true },
  cancel: { label: text.why, isNeeded: true },
  complete: { label: text.note },
  instruct: { label: text.text, isNeeded: true },
  openChild: { label: text.text },
}

/** What the case does not take now stays among the choices, with the reason. */
function outcomesOf({ outcomes, refused = [] }: Pick<Task['actions'], 'outcomes' | 'refused'>) {
  const held = refused.filter(({ action }) => action === 'complete')
  const whyOf = (name?: string) => held.find(({ outcome }) => outcome === name)?.why
  const heldOnly = held.flatMap(({ outcome: name, label }) =>
    name === undefined || outcomes.some((outcome) => outcome.name === name)
      ? []
      : { name, label: label ?? name },
  )
  const all: (typeof outcomes)[number][] = [...outcomes, ...heldOnly]
  return { choices: all.map((choice) => ({ ...choice, note: whyOf(choice.name) })), whyNot: whyOf() }
}

function useTakesFrom({ assignee }: Task): boolean {
  const me = useMe()
  return assignee?.kind === 'person' && assignee.id !== me.id
}

type Sending = { confirm: Confirm; isOverride: boolean; isScoped: boolean }

const runners: Record<TaskFormKind, (task: Task, draft: TaskDraft, sending: Sending) => Promise<unknown>> = {
  assign: ({ caseId, id }, { to, note }) =>
    portico().tasks.assign(caseId, id, {
      assignee: to?.value as Assignee['value'],
      ...filled({ why: note }),
    }),
  hold: ({ caseId, id }, { until, note }) =>
    portico().tasks.hold(caseId, id, { until: noonOf(until).toISOString(), why: note.trim() }),
  complete({ caseId, id }, draft, sending) {
    const completion = completionOf(draft, sending)
    return sending.confirm({ completeTask: { taskId: id, ...completion } }, (ends) =>
      portico().tasks.complete(caseId, id, { ...completion, ends }),
    )
  },
  cancel: ({ caseId, id }, { note }, { confirm }) =>
    confirm({ cancelTask: { taskId: id } }, (ends) =>
      portico().tasks.cancel(caseId, id, note.trim(), { ends }),
    ),
  instruct: ({ caseId, id }, { note }) => portico().tasks.instruct(caseId, id, note.trim()),
  openChild: ({ caseId, id }, { type, note }) =>
    portico().tasks.open(caseId, {
      parentId: id,
      type,
      ...filled({ instructions: note }),
    }),
}

function completionOf(
  { outcome, to, note, override, scope, issueIds }: TaskDraft,
  { isOverride, isScoped }: Sending,
) {
  const given = note.trim()
  const changesNothing = isScoped && scope === 'none'
  return {
    ...filled({
      outcome,
      note: changesNothing ? '' : note,
      override: isOverride ? override : '',
    }),
    ...(to ? { assignee: to.value } : {}),
    ...(isScoped ? { changes: changesOf(scope, issueIds, given) } : {}),
  }
}

function changesOf(
  scope: TaskChanges['scope'] | undefined,
  issueIds: readonly string[],
  why: string,
): TaskChanges {
  if (scope === 'issues') return { scope, issueIds: [...issueIds] }
  return scope === 'none' ? { scope, why } : { scope: 'case' }
}

const scopes = (['case', 'issues', 'none'] as const).map((name) => ({ name, label: words.scope[name] }))

function scopeMissing({ scope, issueIds }: TaskDraft): string | undefined {
  if (!scope) return text.missing(words.scope.legend)
  return scope === 'issues' && issueIds.length === 0 ? text.missing(words.scope.which) : undefined
}

/** Which of the case's issues the task has changed. */
function ScopeFields({
  caseId,
  draft: { scope, issueIds },
  change,
}: {
  caseId: string
  draft: TaskDraft
  change: (changes: Partial<TaskDraft>) => void
}) {
  const profile = useProfile()
  const issues = useQuery(issuesQuery(caseId)).data?.issues ?? []
  return (
    <>
      <ChoiceField
        legend={words.scope.legend}
        options={scopes}
        value={scope}
        onChange={(scope) => change({ scope })}
      />
      {scope === 'issues' ? (
        <ManyField
          legend={words.scope.which}
          options={issues.map(({ id, description, issueType }) => ({
            name: id,
            label: description ?? labelIn(profile?.issueTypes, issueType),
          }))}
          value={issueIds}
          onChange={(issueIds) => change({ issueIds })}
        />
      ) : null}
    </>
  )
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
