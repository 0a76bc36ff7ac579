import type { BoilerplateEntry, FieldValues } from '@portico/contract/profile/boilerplate'

/** The parts of a boilerplate entry that texts depend on. */
export type Entry = Pick<BoilerplateEntry, 'name' | 'version' | 'label'> &
  Partial<Pick<BoilerplateEntry, 'body' | 'blocks' | 'fields' | 'mayBeEmpty' | 'place'>>

export type FieldValue = FieldValues[string]

/** The outcome of a condition, or the fault that prevented its evaluation. */
export type ConditionOutcome = { holds: boolean; fault?: string }
