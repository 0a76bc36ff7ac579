import type { SandboxPerson } from '../../auth/sandbox-people.ts'

const person = (username: string, displayName: string, role: string, ...teams: string[]): SandboxPerson => ({
  username,
  displayName,
  roles: [role],
  teams,
})

/**
 * Somebody for every role, and every team has someone who works its queue. All names are invented; those whom `synth`
 * names as authors of tags and notes are among them.
 */
export const sandboxPeople: readonly SandboxPerson[] = [
  person('r.alvarez', 'Rosa Alvarez', 'drafter', 'drafters'),
  person('j.tanaka', 'June Tanaka', 'adjudicator', 'adjudicators'),
  person('d.okafor', 'Daniel Okafor', 'drafter', 'drafters'),
  person('m.lindqvist', 'Maja Lindqvist', 'drafter', 'drafters'),
  person('s.whitfield', 'Sam Whitfield', 'adjudicator', 'adjudicators'),
  person('i.marchetti', 'Ines Marchetti', 'intake', 'intakeReview', 'clerk'),
  person('t.vaughn', 'Tomas Vaughn', 'mailClerk', 'mailIntake'),
  person('s.brennan', 'Sadie Brennan', 'caseSupport', 'caseSupport', 'distribution', 'effectuation'),
  person(
    'o.castellan',
    'Omar Castellan',
    'caseSupport',
    'expedite',
    'remandSupport',
    'courtRemandSupport',
    'litigation',
  ),
  person('h.sorensen', 'Helen Sorensen', 'scheduler', 'hearings'),
  person('r.quint', 'Rafael Quint', 'sessionCoordinator', 'hearings'),
  person('q.abara', 'Quinn Abara', 'qualityReviewer', 'qualityReview'),
  person('d.holloway', 'Dana Holloway', 'dispatch', 'dispatch', 'effectuation'),
  person('p.nakamura', 'Paula Nakamura', 'privacyOfficer', 'privacy'),
  person('r.galloway', 'Rita Galloway', 'representative'),
  person('r.menon', 'Ravi Menon', 'reporting'),
  person('o.finch', 'Oscar Finch', 'operator'),
  person('a.kirchner', 'Alma Kirchner', 'administrator'),
]
