export type BodySystem =
  | 'musculoskeletal'
  | 'mental'
  | 'neurological'
  | 'ear'
  | 'respiratory'
  | 'cardiovascular'
  | 'digestive'
  | 'endocrine'
  | 'genitourinary'
  | 'skin'

/** Where an event can only have happened; without one, it could have been anywhere. */
export type Setting = 'vietnam' | 'desert' | 'sea' | 'air' | 'ground'

/** What records say about one disability. The texts are templates for `say`. */
export type Condition = {
  name: string
  /** how a patient would put it */
  plain: string
  system: BodySystem
  onlyMen?: true
  diagnosticCode: string
  regulation: string
  icd: string
  symptoms: readonly string[]
  findings: readonly string[]
  tests: readonly string[]
  treatments: readonly string[]
  /** what happened in service */
  events: readonly (string | readonly [Setting, string])[]
  effects: readonly string[]
  /** rating criteria, lowest first */
  criteria: readonly (readonly [percent: number, text: string])[]
}
