import type { CaseSummary, Profile } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  deliveriesQuery,
  holdsQuery,
  lettersQuery,
  linksQuery,
  partiesQuery,
  sessionsQuery,
} from '../data/case.ts'
import { labelIn } from '../data/profile.ts'
import { useMay } from '../data/session.ts'
import { SessionConference } from '../sessions/session-conference.tsx'
import { day, moment } from '../ui/dates.ts'
import { PersonName } from '../ui/person-name.tsx'
import { words } from '../words/case-page.ts'
import { partyName } from './names.ts'
import { Section } from './section.tsx'

export function CaseSessions({ caseId }: { caseId: string }) {
  const query = useQuery(sessionsQuery(caseId))
  const maySee = useMay('readTasks')
  const text = words.sessions
  return (
    <Section title={text.title} query={query} items={(sessions) => sessions} none={text.none}>
      {(sessions) => (
        <ul>
          {sessions.map(({ artifacts = [], ...session }) => {
            const { id, kind, status, slot, why, requestedAt } = session
            return (
              <li key={id} className="entry" data-id={id}>
                <div className="top">
                  <b>
                    {maySee ? (
                      <Link to="/sessions/$sessionId" params={{ sessionId: id }}>
                        {text.kind[kind]}
                      </Link>
                    ) : (
                      text.kind[kind]
                    )}
                  </b>
                  <span className="badge">{text.status[status]}</span>
                </div>
                <p className="faint">
                  {[slot ? moment(slot.startsAt) : day(requestedAt), slot?.place, why]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                {artifacts.some(({ kind }) => kind === 'recording') ? (
                  <p>
                    <Link
                      to="/cases/$caseId/sessions/$sessionId/transcript"
                      params={{ caseId, sessionId: id }}
                    >
                      {text.transcript}
                    </Link>
                  </p>
                ) : null}
                <SessionConference caseId={caseId} session={session} />
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}

/** What the case has sent: letters, with the document as it was sent, and what its decisions owe. */
export function CaseLetters({ caseId }: { caseId: string }) {
  const query = useQuery(deliveriesQuery(caseId))
  const letters = useQuery(lettersQuery(caseId)).data ?? []
  const parties = useQuery(partiesQuery(caseId)).data ?? []
  const text = words.letters
  const nameOf = (partyId: string) => {
    const to = parties.find((party) => party.id === partyId)
    return to ? partyName(to) : partyId
  }
  return (
    <Section
      title={text.title}
      query={query}
      items={(deliveries) => [...letters, ...deliveries]}
      none={text.none}
    >
      {(deliveries) => (
        <ul>
          {letters.map(({ id, partyId, status, subject, documentId, ...letter }) => (
            <li key={id} className="entry" data-id={id}>
              <div className="top">
                <b>{nameOf(partyId)}</b>
                <SentBadge status={status} />
              </div>
              <p className="soft">
                {documentId === undefined ? (
                  subject
                ) : (
                  <Link to="/cases/$caseId/read/documents/$documentId" params={{ caseId, documentId }}>
                    {subject ?? letter.letter}
                  </Link>
                )}
              </p>
              <p className="faint">
                {[capital(letter.channel), day(letter.sentAt ?? letter.owedAt), letter.tracking, letter.why]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
          {deliveries.map(({ id, partyId, status, channel, sentAt, tracking, why, changedAt }) => (
            <li key={id} className="entry" data-id={id}>
              <div className="top">
                <b>{nameOf(partyId)}</b>
                <SentBadge status={status} />
              </div>
              <p className="faint">
                {[capital(channel), day(sentAt ?? changedAt), tracking, why].filter(Boolean).join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function SentBadge({ status }: { status: keyof typeof words.letters.status }) {
  const look = status === 'failed' ? 'bad' : status === 'receipted' ? 'good' : ''
  return <span className={`badge ${look}`}>{words.letters.status[status]}</span>
}

export function RelatedCases({ caseId }: { caseId: string }) {
  const query = useQuery(linksQuery(caseId))
  const text = words.related
  return (
    <Section title={text.title} query={query} items={(links) => links} none={text.none}>
      {(links) => (
        <ul>
          {links.map((link) => (
            <li key={link.caseId + link.kind} className="entry" data-id={link.caseId}>
              <div className="top">
                <Link to="/cases/$caseId" params={{ caseId: link.caseId }} className="number">
                  {link.docketNumber}
                </Link>
                <span className="soft">
                  {text.kind[link.kind]}, {text[link.direction]}
                </span>
              </div>
              <p className="faint">
                {link.why ? `${link.why} · ` : ''}
                {link.linkedBy ? (
                  <>
                    <PersonName username={link.linkedBy} />,{' '}
                  </>
                ) : null}
                {day(link.linkedAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** How long it is kept, and what forbids to erase it; holds only for those who may see them. */
export function Custody({
  caseId,
  caseType,
  profile,
  maySeeHolds,
}: {
  caseId: string
  caseType: CaseSummary['caseType']
  profile: Profile | undefined
  maySeeHolds: boolean
}) {
  const holds = useQuery({ ...holdsQuery(caseId), enabled: maySeeHolds })
  const rule = profile?.retention.find(({ caseTypes }) => caseTypes.includes(caseType))
  const text = words.custody
  return (
    <section className="case-section">
      <h2>{text.title}</h2>
      <p className="soft" title={rule?.why}>
        {rule ? text.keep(labelIn(profile?.retention, rule.name), rule.keepYears) : text.keepForever}
      </p>
      {holds.data?.length === 0 ? <p className="faint">{text.noHold}</p> : null}
      <ul>
        {holds.data?.map(({ id, why, placedBy, placedAt, lifted }) => (
          <li key={id} data-id={id} className={lifted ? 'faint' : ''}>
            {text.hold(why)} (<PersonName username={placedBy} />, {day(placedAt)}){' '}
            {lifted ? text.lifted(lifted.why, day(lifted.at)) : ''}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The name of a channel as the profile has it, at the beginning of a line. */
const capital = (name: string | undefined) => name && name.charAt(0).toUpperCase() + name.slice(1)
