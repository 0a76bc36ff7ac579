import type { RuleStep, Workflow } from '@portico/contract/profile'

type OpenStep = Extract<RuleStep, { open: string }>

const stepsOpening = (steps: readonly RuleStep[], type: string): OpenStep[] =>
  steps.filter((step): step is OpenStep => 'open' in step && step.open === type)

/** The steps of rules that open tasks of a type. */
export function stepsThatOpen({ rules }: Workflow, type: string): OpenStep[] {
  return rules.flatMap((rule) => stepsOpening(rule.do, type))
}

/** The parents under which rules open tasks of a type. */
export function parentTypesOf(workflow: Workflow, type: string): string[] {
  return stepsThatOpen(workflow, type).flatMap(({ under }) => (under === undefined ? [] : [under]))
}

/** Whether rules open a task of this type when the case is opened. */
export function opensAtOnce({ rules }: Workflow, type: string): boolean {
  return rules.some(({ on, do: steps }) => on.event === 'case.opened' && stepsOpening(steps, type).length > 0)
}

const lateEvents = /^(session|delivery|effectuation|workProduct)\./

/** Whether only rules open tasks of this type, and only after events of a session or decision, or after such tasks. */
export function dependsOnLateEvents(workflow: Workflow, type: string, seen: readonly string[] = []): boolean {
  if (seen.includes(type)) return true
  const rules = workflow.rules.filter(({ do: steps }) => stepsOpening(steps, type).length > 0)
  if (rules.length === 0) return false
  return rules.every(({ on }) => {
    if (lateEvents.test(on.event)) return true
    const predecessors = on.event.startsWith('task.') ? (on.task ?? []) : []
    return (
      predecessors.length > 0 &&
      predecessors.every((name) => dependsOnLateEvents(workflow, name, [...seen, type]))
    )
  })
}
