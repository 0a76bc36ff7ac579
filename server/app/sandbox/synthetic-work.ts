import type { NewIssue } from '@portico/contract/issues'
import type { NewParty } from '@portico/contract/parties'
import { issues } from '../../core/issue/issue.ts'
import { party } from '../../core/party/party.ts'
import { work } from '../../core/work/work.ts'
import type { CasePlan } from '../../synth/plan.ts'
import type { Claim } from '../../synth/story.ts'
import type { Execute, Request } from '../engine/execute.ts'

/** Gives a synthetic case its parties and issues, and puts it on a docket, if one is given. */
export async function beginSyntheticWork({
  execute,
  plan,
  caseId,
  docket,
  requestOf,
  idOf,
}: {
  execute: Execute
  plan: CasePlan
  caseId: string
  docket: string | undefined
  requestOf: (step: string) => Request
  idOf: (prefix: 'party' | 'issue', what: string) => string
}) {
  const { story } = plan
  const partyId = idOf('party', 'veteran')
  const representativeId = idOf('party', story.representative.organization)
  const record = (id: string, given: NewParty) =>
    execute(
      party,
      requestOf(`party ${id}`),
      { type: 'recordParty', caseId, partyId: id, ...given },
      () => null,
    )
  const { street, town, state, zip } = story.address
  await record(partyId, {
    role: 'appellant',
    person: { ...plan.veteran, birthDate: plan.birthDate },
    contact: {
      addresses: [{ lines: [street], city: town, region: state, postalCode: zip, country: 'US' }],
      preferred: 'mail',
    },
  })
  await record(representativeId, { role: 'representative', organization: story.representative.organization })
  const powerOfAttorney = { start: plan.receiptDate, scope: 'all matters' }
  await execute(
    party,
    requestOf('representation'),
    { type: 'represent', caseId, partyId, representation: { representativeId, powerOfAttorney } },
    () => null,
  )
  for (const [place, claim] of story.claims.entries()) {
    const command = {
      type: 'addIssue' as const,
      caseId,
      issueId: idOf('issue', String(place)),
      ...issueOf(claim),
    }
    await execute(issues, requestOf(`issue ${place}`), command, () => null)
  }
  if (docket === undefined) return
  const command = { type: 'docket' as const, caseId, docket, findings: [], mayOverride: false }
  await execute(work, requestOf('docket'), command, () => null)
}

function issueOf({ condition, basis, percent, secondaryTo }: Claim): NewIssue {
  const isRating = basis === 'increase' || percent !== undefined
  return {
    issueType: isRating ? 'increasedRating' : 'serviceConnection',
    benefitType: 'compensation',
    description: isRating
      ? `A rating above ${percent ?? 0} percent for ${condition.name}`
      : `Service connection for ${condition.name}${secondaryTo === undefined ? '' : `, secondary to ${secondaryTo}`}`,
  }
}
