import type { BoilerplateEntry, FieldValues } from '@portico/contract/profile/boilerplate'

/** An entry of the boilerplate as far as texts depend on it. */
export type Entry = Pick<BoilerplateEntry, 'name' | 'version' | 'label'> &
  Partial<Pick<BoilerplateEntry, 'body' | 'blocks' | 'fields' | 'mayBeEmpty' | 'place'>>

export type FieldValue = FieldValues[string]

/** What became of a condition; a fault says why it could not be told. */
export type Held = { holds: boolean; fault?: string }
