import type { IssueList } from '@portico/sdk'

type IssueActions = NonNullable<IssueList['actions']>
type IssueAction = IssueActions['may'][number]

/** How the service would take it from this person: as it is, only with a reason, or not at all. */
export type Offer = 'may' | 'override' | undefined

export function offerOf(action: IssueAction, actions: IssueActions | undefined): Offer {
  if (actions?.may.includes(action)) return 'may'
  return actions?.override.includes(action) ? 'override' : undefined
}
