import type { Profile } from '@portico/contract/profile'
import { faultOfPattern } from '../core/decision/authority-pattern.ts'
import type { ProfileFault } from './schema-faults.ts'

/** What the parts of a text, its authorities and the tasks of whoever writes it must have beside their shape. */
export function textFaults({ workProducts, taskTypes }: Profile): ProfileFault[] {
  const { parts = [], authorities, drafting } = workProducts
  const seen = new Map<string, string>()
  return [
    ...(drafting?.tasks ?? []).flatMap((name, index) => {
      const type = taskTypes.find((taskType) => taskType.name === name)
      if (!type || type.needs?.includes('draft')) return []
      const place = `workProducts.drafting.tasks[${index}]`
      return [{ place, what: `${place} must need the action draft: ${name} needs another.` }]
    }),
    ...parts.flatMap((part, index) => partFaults(`workProducts.parts[${index}]`, part, authorities)),
    ...(authorities?.groups ?? []).flatMap(({ patterns }, group) =>
      patterns.flatMap((pattern, index) => {
        const place = `workProducts.authorities.groups[${group}].patterns[${index}]`
        const fault = faultOfPattern(pattern)
        const earlier = seen.get(pattern)
        seen.set(pattern, earlier ?? place)
        return [
          ...(fault === undefined ? [] : [{ place, what: `${place} ${fault}` }]),
          ...(earlier === undefined ? [] : [{ place, what: `${place} is the same as ${earlier}.` }]),
        ]
      }),
    ),
  ]
}

type WorkProducts = Profile['workProducts']

function partFaults(
  at: string,
  part: NonNullable<WorkProducts['parts']>[number],
  authorities: WorkProducts['authorities'],
): ProfileFault[] {
  const { place, heading, headingOfOne, missing, dispositions, withoutAuthority } = part
  const fault = (member: string, says: string) => [
    { place: `${at}.${member}`, what: `${at}.${member} ${says}` },
  ]
  return [
    ...(place === 'collected' && heading === undefined
      ? fault('heading', 'must be set: what is collected stands under it.')
      : []),
    ...(place === 'order' && heading !== undefined
      ? fault('heading', 'must be left out: it stands under the order of its issue.')
      : []),
    ...(place !== 'collected' && headingOfOne !== undefined
      ? fault('headingOfOne', 'must be left out where place is not collected.')
      : []),
    ...(dispositions !== undefined && missing === undefined
      ? fault('dispositions', 'must be left out without missing.')
      : []),
    ...(withoutAuthority !== undefined && authorities === undefined
      ? fault('withoutAuthority', 'needs workProducts.authorities: no authority is recognised without.')
      : []),
  ]
}
