import type { IsoDate } from './calendar.ts'
import { addDays, dateBetween, earlier, later, yearOf } from './calendar.ts'
import { conditions } from './conditions/all.ts'
import type { Condition, Setting } from './conditions/condition.ts'
import { branches, eras } from './military.ts'
import type { Address, PersonName, Sex } from './people.ts'
import {
  address,
  fullName,
  personName,
  phoneNumber,
  socialSecurityNumber,
  town,
  withMiddleName,
} from './people.ts'
import { say } from './phrase.ts'
import { type Random, seeded } from './random.ts'

/** One disability that the veteran claims. */
export type Claim = {
  condition: Condition
  basis: 'direct' | 'secondary' | 'increase'
  event: string
  onsetYear: number
  /** percent assigned by the last rating decision; a denied claim has none */
  percent?: number
  secondaryTo?: string
}

/** One passage through the agency: a claim, its examination, its decision. */
export type Round = { claimed: IsoDate; examined: IsoDate; decided: IsoDate }

export type Timeline = {
  rounds: readonly [Round, Round, Round]
  legacy: { disagreement: IsoDate; statement: IsoDate; substantiveAppeal: IsoDate; boardDecision: IsoDate }
  appealed: IsoDate
  heard?: IsoDate
  uploaded: IsoDate
}

/** Everything that the documents of one case agree on. */
export type Story = {
  veteran: PersonName
  sex: Sex
  birthDate: IsoDate
  socialSecurityNumber: string
  address: Address
  phone: string
  spouse: string
  service: {
    branch: string
    era: string
    entered: IsoDate
    left: IsoDate
    rank: string
    job: string
    unit: string
    stations: readonly string[]
    deployment: string
    awards: readonly string[]
  }
  claims: readonly Claim[]
  employer: string
  occupation: string
  representative: { organization: string; name: string }
  regionalOffice: string
  vaFacility: string
  clinic: string
  doctors: {
    primary: string
    specialist: string
    private: string
    service: string
    examiners: readonly string[]
  }
  buddies: readonly { name: string; relation: string }[]
  judge: string
  timeline: Timeline
}

const organizations = [
  'Veterans Advocacy League',
  'National Order of Service Members',
  'State Department of Veterans Services',
  'United Claims Assistance Corps',
  'Fellowship of Disabled Service Members',
]
const occupations = [
  'machinist',
  'letter carrier',
  'truck driver',
  'school custodian',
  'electrician',
  'warehouse clerk',
  'bus driver',
  'carpenter',
  'security guard',
  'corrections officer',
]
const companies = [
  'Freight Lines',
  'Tool and Die',
  'Unified School District',
  'Electric Cooperative',
  'Paper Company',
  'Distribution Center',
  'Transit Authority',
]
const clinics = [
  'Family Medicine',
  'Orthopedic Associates',
  'Internal Medicine Group',
  'Community Hospital',
  'Pain and Spine Center',
]

export function tellStory(key: string, uploaded: IsoDate, appealed: IsoDate, claimCount: number): Story {
  const random = seeded(key, 'story')
  const sex: Sex = random.chance(0.84) ? 'male' : 'female'
  const name = personName(random, sex)
  const veteran = random.chance(0.8) ? withMiddleName(random, name, sex) : name
  const era = random.pick(eras)
  const branch = random.pick(branches)
  const settings = era.theatre ? [...branch.settings, era.theatre] : branch.settings
  const entered = dateBetween(random, `${random.int(...era.starts)}-01-05`, `${era.starts[1]}-12-20`)
  const left = addDays(
    entered,
    random.int(era.years[0] * 365, Math.min(era.years[1], 2009 - yearOf(entered)) * 365),
  )
  const person = (title: string) => `${fullName(personName(random))}, ${title}`
  const home = address(random)

  return {
    veteran,
    sex,
    birthDate: addDays(entered, -random.int(18 * 366, 24 * 365)),
    socialSecurityNumber: socialSecurityNumber(random),
    address: home,
    phone: phoneNumber(random),
    spouse: `${personName(random, sex === 'male' ? 'female' : 'male').firstName} ${veteran.lastName}`,
    service: {
      branch: branch.name,
      era: era.name,
      entered,
      left,
      rank: random.pick(branch.ranks),
      job: random.pick(branch.jobs),
      unit: random.pick(branch.units),
      stations: random.sample(branch.stations, random.int(2, 4)),
      deployment: random.pick(era.deployments),
      awards: random.sample(era.awards, random.int(2, 4)),
    },
    claims: makeClaims(random, settings, sex, yearOf(entered), yearOf(left), claimCount),
    employer: `${town(random)} ${random.pick(companies)}`,
    occupation: random.pick(occupations),
    representative: { organization: random.pick(organizations), name: fullName(personName(random)) },
    regionalOffice: `${town(random)}, ${home.state}`,
    vaFacility: `${town(random)} VA Medical Center`,
    clinic: `${town(random)} ${random.pick(clinics)}`,
    doctors: {
      primary: person('M.D.'),
      specialist: person(random.pick(['M.D.', 'D.O.', 'Ph.D.'])),
      private: person(random.pick(['M.D.', 'D.O.'])),
      service: person(random.pick(['CPT, MC', 'LT, MC, USNR', 'MAJ, MC'])),
      examiners: [person('M.D.'), person('Psy.D.'), person('Au.D.'), person('P.A.-C')],
    },
    buddies: [
      'served in the same unit',
      'has been a friend since 1980',
      'is the brother-in-law',
      'worked beside the Veteran',
    ].map((relation) => ({ name: fullName(personName(random)), relation })),
    judge: fullName(personName(random)),
    timeline: makeTimeline(random, left, appealed, uploaded),
  }
}

function makeClaims(
  random: Random,
  settings: readonly Setting[],
  sex: Sex,
  from: number,
  to: number,
  count: number,
): Claim[] {
  const eventsOf = (condition: Condition) =>
    condition.events.flatMap((event) =>
      typeof event === 'string' ? [event] : settings.includes(event[0]) ? [event[1]] : [],
    )
  const possible = conditions.filter((it) => eventsOf(it).length > 0 && !(it.onlyMen && sex === 'female'))
  return random.sample(possible, count).map((condition, i, chosen): Claim => {
    const first = chosen[0]
    const basis =
      i > 0 && first && random.chance(0.3)
        ? 'secondary'
        : i > 0 && random.chance(0.35)
          ? 'increase'
          : 'direct'
    const granted = basis === 'increase' || random.chance(0.35)
    return {
      condition,
      basis,
      event: say(random, random.pick(eventsOf(condition))),
      onsetYear: random.int(from, to),
      ...(granted && { percent: random.pick(condition.criteria.filter(([percent]) => percent <= 70))[0] }),
      ...(basis === 'secondary' && first && { secondaryTo: first.name }),
    }
  })
}

/** The first round follows the separation, the second stands in the middle, the third led to the appeal. */
function makeTimeline(random: Random, left: IsoDate, appealed: IsoDate, uploaded: IsoDate): Timeline {
  const round = (claimed: IsoDate): Round => {
    const examined = addDays(claimed, random.int(45, 130))
    return { claimed, examined, decided: addDays(examined, random.int(20, 110)) }
  }
  const first = round(addDays(left, random.int(30, 420)))
  const second = round(dateBetween(random, later('1992-03-01', addDays(first.decided, 900)), '2014-09-30'))
  const third = round(addDays(appealed, -random.int(430, 640)))
  const disagreement = addDays(second.decided, random.int(30, 350))
  const statement = addDays(disagreement, random.int(120, 500))
  const substantiveAppeal = addDays(statement, random.int(10, 58))
  return {
    rounds: [first, second, third],
    legacy: {
      disagreement,
      statement,
      substantiveAppeal,
      boardDecision: addDays(substantiveAppeal, random.int(300, 900)),
    },
    appealed,
    ...(uploaded > addDays(appealed, 120) && {
      heard: earlier(addDays(appealed, random.int(70, 200)), addDays(uploaded, -20)),
    }),
    uploaded,
  }
}
