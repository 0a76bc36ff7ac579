import type { RuleStep, Workflow } from '@portico/contract/profile'

type Opens = Extract<RuleStep, { open: string }>

const opening = (steps: readonly RuleStep[], type: string): Opens[] =>
  steps.filter((step): step is Opens => 'open' in step && step.open === type)

/** The steps of rules that open tasks of a type. */
export function opensOf({ rules }: Workflow, type: string): Opens[] {
  return rules.flatMap((rule) => opening(rule.do, type))
}

/** The parents under which rules open tasks of a type. */
export function parentTypesOf(workflow: Workflow, type: string): string[] {
  return opensOf(workflow, type).flatMap(({ under }) => (under === undefined ? [] : [under]))
}

/** Whether it exists from the opening of the case. */
export function opensAtOnce({ rules }: Workflow, type: string): boolean {
  return rules.some(({ on, do: steps }) => on.event === 'case.opened' && opening(steps, type).length > 0)
}

const more = /^(session|delivery|effectuation|workProduct)\./

/** Whether only rules open it, on events of a session or decision, or after such a task. */
export function standsOnMore(workflow: Workflow, type: string, seen: readonly string[] = []): boolean {
  if (seen.includes(type)) return true
  const rules = workflow.rules.filter(({ do: steps }) => opening(steps, type).length > 0)
  if (rules.length === 0) return false
  return rules.every(({ on }) => {
    if (more.test(on.event)) return true
    const before = on.event.startsWith('task.') ? (on.task ?? []) : []
    return before.length > 0 && before.every((name) => standsOnMore(workflow, name, [...seen, type]))
  })
}
