import { capitalised } from './phrase.ts'
import type { Random } from './random.ts'

export type Sex = 'male' | 'female'
export type PersonName = { firstName: string; middleName?: string; lastName: string }
export type Address = { street: string; town: string; state: string; zip: string }

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const firstNames: Readonly<Record<Sex, readonly string[]>> = {
  male: words(`James Robert John Michael David William Richard Thomas Charles Daniel Matthew Anthony Mark Donald
    Steven Paul Andrew Kenneth George Joshua Kevin Brian Edward Ronald Timothy Jason Jeffrey Ryan Gary Nicholas
    Eric Stephen Larry Justin Scott Brandon Frank Gregory Raymond Samuel Patrick Jack Dennis Jerry Tyler Aaron
    Henry Douglas Peter Jose Adam Nathan Walter Kyle Harold Carl Arthur Roger Keith Lawrence Terry Albert Jesse
    Willie Bruce Ralph Roy Eugene Louis Russell Vincent Philip Bobby Johnny Luis Carlos Miguel Hector Andre Leon`),
  female:
    words(`Mary Patricia Jennifer Linda Barbara Susan Jessica Karen Lisa Nancy Sandra Ashley Kimberly Emily
    Donna Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Sharon Laura Cynthia Kathleen Amy Angela Shirley
    Anna Brenda Pamela Nicole Samantha Katherine Christine Helen Rachel Carolyn Janet Maria Catherine Heather Diane
    Olivia Julie Joyce Victoria Ruth Virginia Lauren Kelly Christina Joan Evelyn Judith Andrea Hannah Megan Teresa`),
}

const lastNames =
  words(`Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez
  Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez
  Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera
  Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris
  Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward
  Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers
  Long Ross Foster Jimenez Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez`)

const townStarts = words(
  'Cedar Harlan Maple Stone Clear Ash Fair Oak Mill River Elk Birch Green Spring Lake West Pine',
)
const townEnds = words('ford ton field brook haven dale ridge wood bury mont view burg vale side gate')
const streets = words(
  'Chestnut Walnut Second Sycamore Ridge Orchard Depot Church Locust Prospect Mercer Juniper Canal Quarry',
)
const streetTypes = ['Street', 'Avenue', 'Road', 'Lane', 'Drive', 'Court']
const states = words(
  'AL AZ AR CA CO FL GA IL IN IA KS KY LA MI MN MO NC NE NM NY OH OK OR PA SC TN TX UT VA WA WI WV',
)

export function personName(random: Random, sex: Sex = random.chance(0.5) ? 'male' : 'female'): PersonName {
  return { firstName: random.pick(firstNames[sex]), lastName: random.pick(lastNames) }
}

export function withMiddleName(random: Random, name: PersonName, sex: Sex): PersonName {
  const middleName = random.pick(firstNames[sex].filter((other) => other !== name.firstName))
  return { firstName: name.firstName, middleName, lastName: name.lastName }
}

export function fullName(name: PersonName): string {
  return `${name.firstName} ${name.lastName}`
}

/** SMITH, JOHN A. */
export function fileName(name: PersonName): string {
  const initial = name.middleName ? ` ${name.middleName.charAt(0)}.` : ''
  return `${name.lastName}, ${name.firstName}${initial}`.toUpperCase()
}

export function town(random: Random): string {
  return capitalised(random.pick(townStarts) + random.pick(townEnds))
}

/** ZIP codes below 00501 belong to no place. */
export function address(random: Random): Address {
  return {
    street: `${random.int(12, 4980)} ${random.pick(streets)} ${random.pick(streetTypes)}`,
    town: town(random),
    state: random.pick(states),
    zip: `00${random.int(101, 499)}`,
  }
}

/** Areas 000 and 666 have never been issued, nor may they be. */
export function socialSecurityNumber(random: Random): string {
  const group = String(random.int(1, 99)).padStart(2, '0')
  const serial = String(random.int(1, 9999)).padStart(4, '0')
  return `${random.pick(['000', '666'])}-${group}-${serial}`
}

/** 555-0100 to 555-0199 are set aside for fiction. */
export function phoneNumber(random: Random): string {
  return `(${random.int(2, 9)}${random.int(0, 1)}${random.int(2, 9)}) 555-01${String(random.int(0, 99)).padStart(2, '0')}`
}
