import type { IsoDate } from '../calendar.ts'
import { ageOn, dateBetween, longDate, monthAndYear, slashDate, yearOf } from '../calendar.ts'
import type { Condition } from '../conditions/condition.ts'
import { capitalised, type Slots, say } from '../phrase.ts'
import type { Random } from '../random.ts'
import type { Claim, Story } from '../story.ts'

/** Everything a sentence may name, for one claim on one day. */
export function slotsFor(random: Random, story: Story, claim: Claim, date: IsoDate): Slots {
  const { condition } = claim
  const { service, veteran, timeline } = story
  const male = story.sex === 'male'
  return {
    veteran: `${veteran.firstName} ${veteran.lastName}`,
    lastName: veteran.lastName,
    mister: `${male ? 'Mr.' : 'Ms.'} ${veteran.lastName}`,
    he: male ? 'he' : 'she',
    his: male ? 'his' : 'her',
    him: male ? 'him' : 'her',
    man: male ? 'man' : 'woman',
    age: ageOn(date, story.birthDate),
    spouse: story.spouse,
    husband: male ? 'husband' : 'wife',
    wife: male ? 'wife' : 'husband',
    employer: story.employer,
    occupation: story.occupation,
    condition: condition.name,
    Condition: capitalised(condition.name),
    plain: condition.plain,
    system: condition.system,
    code: condition.diagnosticCode,
    regulation: condition.regulation,
    icd: condition.icd,
    symptom: condition.symptoms,
    symptom2: condition.symptoms,
    finding: condition.findings,
    finding2: condition.findings,
    test: condition.tests,
    treatment: condition.treatments,
    treatment2: condition.treatments,
    medication: medicationsOf(condition),
    effect: condition.effects,
    event: claim.event,
    onset: claim.onsetYear,
    years: Math.max(1, yearOf(date) - claim.onsetYear),
    percent: claim.percent ?? 0,
    higher: () => higherPercent(claim),
    criteria: () => say(random, random.pick(condition.criteria)[1]),
    primaryCondition: claim.secondaryTo ?? story.claims[0]?.condition.name ?? condition.name,
    otherCondition: () => random.pick(story.claims).condition.name,
    branch: service.branch,
    rank: service.rank,
    job: service.job,
    unit: service.unit,
    station: service.stations,
    deployment: service.deployment,
    entered: longDate(service.entered),
    left: longDate(service.left),
    era: service.era,
    facility: story.vaFacility,
    clinic: story.clinic,
    office: story.regionalOffice,
    primaryDoctor: story.doctors.primary,
    specialist: story.doctors.specialist,
    privateDoctor: story.doctors.private,
    examiner: story.doctors.examiners,
    organization: story.representative.organization,
    representative: story.representative.name,
    buddy: story.buddies.map((buddy) => buddy.name),
    claimedOn: longDate(timeline.rounds[2].claimed),
    decidedOn: longDate(timeline.rounds[2].decided),
    date: longDate(date),
    serviceDate: () => longDate(dateBetween(random, service.entered, service.left)),
    pastDate: () => longDate(dateBetween(random, service.left, date)),
    pastMonth: () => monthAndYear(dateBetween(random, service.left, date)),
    shortDate: () => slashDate(dateBetween(random, service.left, date)),
  }
}

export function medicationsOf(condition: Condition): readonly string[] {
  const drugs = condition.treatments.filter((treatment) =>
    /\b(mg|mcg|units|gel|cream|inhaler|spray)\b/.test(treatment),
  )
  return drugs.length > 0 ? drugs : ['ibuprofen 600 mg as needed']
}

function higherPercent(claim: Claim): number {
  const above = claim.condition.criteria.find(([percent]) => percent > (claim.percent ?? 0))
  return above?.[0] ?? claim.percent ?? 10
}
