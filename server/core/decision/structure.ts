import type { PackageStructure } from '@portico/contract/decision-package'
import { type DecisionFacts, sectionOf } from './facts.ts'

/** The layout that the profile prescribes for this text; undefined if none of its blocks has a part. */
export function structureOf(facts: DecisionFacts): PackageStructure | undefined {
  const { issues, words } = facts
  const used = new Set(issues.flatMap(({ id }) => sectionOf(facts, id).flatMap(({ part }) => part ?? [])))
  if (used.size === 0) return undefined
  const { parts = [], headings = {} } = words.workProducts
  const sendsBack = (disposition: string) =>
    words.dispositions.some(({ name, sendsBack }) => name === disposition && sendsBack)
  return {
    headings: { ...headings },
    sentBack: issues.flatMap(({ id, decision }) => (decision && sendsBack(decision.disposition) ? [id] : [])),
    parts: parts
      .filter(({ name }) => used.has(name))
      .map(({ name, label, place, heading, headingOfOne, isNumbered }) => ({
        name,
        label,
        place,
        ...(heading === undefined ? {} : { heading }),
        ...(headingOfOne === undefined ? {} : { headingOfOne }),
        ...(isNumbered === undefined ? {} : { isNumbered }),
      })),
  }
}
