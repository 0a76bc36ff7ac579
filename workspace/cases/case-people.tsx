import type { Party, Profile } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { partiesQuery } from '../data/case.ts'
import { labelIn } from '../data/profile.ts'
import { calendarDay, moment } from '../ui/dates.ts'
import { words } from '../words/case-page.ts'
import { partyName } from './names.ts'
import { PartyConflict } from './party-conflict.tsx'
import { Section } from './section.tsx'

const text = words.people

export function CasePeople({ caseId, profile }: { caseId: string; profile: Profile | undefined }) {
  const query = useQuery(partiesQuery(caseId))
  return (
    <Section title={text.title} query={query} items={(parties) => parties} none={text.none}>
      {(parties) => (
        <ul>
          {parties.map((party) => (
            <li key={party.id} className="entry" data-id={party.id}>
              <div className="top">
                <b>{partyName(party)}</b>
                <span className="soft">{labelIn(profile?.partyRoles, party.role)}</span>
              </div>
              <p className="faint">{factsOf(party, parties).join(' · ')}</p>
              {party.directory ? (
                <p className="faint">{text.asOf(party.directory.binding, moment(party.directory.asOf))}</p>
              ) : null}
              {party.conflicts?.length ? <PartyConflict caseId={caseId} party={party} /> : null}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function factsOf({ person, contact, representation }: Party, parties: readonly Party[]): string[] {
  const representative = parties.find(({ id }) => id === representation?.representativeId)
  const address = contact?.addresses?.[0]
  return [
    person?.birthDate ? `${text.born} ${calendarDay(person.birthDate)}` : undefined,
    person?.deathDate ? `${text.died} ${calendarDay(person.deathDate)}` : undefined,
    representative
      ? `${text.represents(partyName(representative))}${representation?.isInForce ? '' : ` (${text.notInForce})`}`
      : undefined,
    address ? [address.city, address.region].filter(Boolean).join(', ') : undefined,
    contact?.emails?.[0],
    contact?.phones?.[0],
  ].filter((fact) => fact !== undefined && fact !== '') as string[]
}
