import { words } from '../words/sessions.ts'
import { repeatOf } from './repeat-rule.ts'

const text = words.availability

/** What a rule says in words; one that says more than the form has fields for is shown as it is. */
export function repeatWords(rule: string | undefined): string {
  const { every, on, times } = repeatOf(rule)
  if (every === 'never') return text.once
  if (every === 'rule') return rule ?? ''
  const days = on.map((day) => text.weekdays[day]).join(', ')
  return `${text.every[every]}${days ? text.on(days) : ''}${text.often(times)}`
}
