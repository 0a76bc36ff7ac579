import type { Setting } from './conditions/condition.ts'

export type Branch = {
  name: string
  settings: readonly Setting[]
  ranks: readonly string[]
  jobs: readonly string[]
  units: readonly string[]
  stations: readonly string[]
}

export type Era = {
  name: string
  starts: readonly [number, number]
  years: readonly [number, number]
  theatre?: Setting
  deployments: readonly string[]
  awards: readonly string[]
}

export const branches: readonly Branch[] = [
  {
    name: 'Army',
    settings: ['ground'],
    ranks: ['SPC (E-4)', 'SGT (E-5)', 'SSG (E-6)', 'SFC (E-7)'],
    jobs: [
      '11B Infantryman',
      '13B Cannon Crewmember',
      '63B Wheeled Vehicle Mechanic',
      '88M Motor Transport Operator',
      '91B Medical Specialist',
      '12B Combat Engineer',
      '31M Communications Systems Operator',
    ],
    units: [
      '2nd Battalion, 14th Infantry',
      '1st Battalion, 84th Field Artillery',
      '541st Transportation Company',
      '3rd Engineer Battalion',
      '229th Medical Detachment',
    ],
    stations: [
      'Fort Sill, Oklahoma',
      'Fort Campbell, Kentucky',
      'Fort Riley, Kansas',
      'Fort Lewis, Washington',
      'Fort Leonard Wood, Missouri',
      'Camp Casey, Korea',
      'Grafenwoehr, Germany',
    ],
  },
  {
    name: 'Navy',
    settings: ['sea'],
    ranks: ['SN (E-3)', 'PO3 (E-4)', 'PO2 (E-5)', 'PO1 (E-6)'],
    jobs: [
      "Boatswain's Mate",
      "Machinist's Mate",
      'Aviation Ordnanceman',
      'Hospital Corpsman',
      "Gunner's Mate",
      'Boiler Technician',
      'Radioman',
    ],
    units: [
      'USS Harlan Ridge (DD-1999)',
      'USS Cape Meridian (LST-2211)',
      'Attack Squadron 219',
      'Naval Mobile Construction Battalion 141',
      'USS Tamarack Sound (AE-77)',
    ],
    stations: [
      'Naval Station Norfolk, Virginia',
      'Naval Station San Diego, California',
      'Naval Training Center Great Lakes, Illinois',
      'Naval Base Subic Bay, Philippines',
      'Naval Air Station Pensacola, Florida',
      'Rota, Spain',
    ],
  },
  {
    name: 'Marine Corps',
    settings: ['ground', 'sea'],
    ranks: ['LCPL (E-3)', 'CPL (E-4)', 'SGT (E-5)', 'SSGT (E-6)'],
    jobs: [
      '0311 Rifleman',
      '0331 Machine Gunner',
      '0811 Field Artillery Cannoneer',
      '3531 Motor Vehicle Operator',
      '1371 Combat Engineer',
      '2531 Field Radio Operator',
    ],
    units: [
      '3rd Battalion, 27th Marines',
      '1st Battalion, 15th Marines',
      '9th Motor Transport Battalion',
      '4th Combat Engineer Platoon',
    ],
    stations: [
      'Camp Lejeune, North Carolina',
      'Camp Pendleton, California',
      'Marine Corps Recruit Depot Parris Island, South Carolina',
      'Camp Hansen, Okinawa',
      'Twentynine Palms, California',
    ],
  },
  {
    name: 'Air Force',
    settings: ['air'],
    ranks: ['SRA (E-4)', 'SSGT (E-5)', 'TSGT (E-6)', 'MSGT (E-7)'],
    jobs: [
      '431X1 Tactical Aircraft Maintenance',
      '811X0 Security Specialist',
      '605X5 Air Cargo Specialist',
      '462X0 Aircraft Armament Systems',
      '542X2 Electrical Power Production',
    ],
    units: [
      '388th Aerial Port Squadron',
      '62nd Security Police Squadron',
      '919th Equipment Maintenance Squadron',
      '1505th Civil Engineering Squadron',
    ],
    stations: [
      'Lackland Air Force Base, Texas',
      'Minot Air Force Base, North Dakota',
      'Travis Air Force Base, California',
      'Ramstein Air Base, Germany',
      'Kunsan Air Base, Korea',
      'Dover Air Force Base, Delaware',
    ],
  },
]

export const eras: readonly Era[] = [
  {
    name: 'Vietnam Era',
    starts: [1964, 1970],
    years: [2, 6],
    theatre: 'vietnam',
    deployments: [
      'Republic of Vietnam, Bien Hoa',
      'Republic of Vietnam, Pleiku',
      'Republic of Vietnam, Da Nang',
      'Republic of Vietnam, Cam Ranh Bay',
    ],
    awards: [
      'National Defense Service Medal',
      'Vietnam Service Medal',
      'Republic of Vietnam Campaign Medal',
      'Good Conduct Medal',
      'Combat Action Ribbon',
    ],
  },
  {
    name: 'Peacetime',
    starts: [1976, 1983],
    years: [3, 9],
    deployments: [
      'Mediterranean deployment',
      'REFORGER exercise, Federal Republic of Germany',
      'Team Spirit exercise, Korea',
    ],
    awards: ['Good Conduct Medal', 'Army Service Ribbon', 'Overseas Service Ribbon', 'Sharpshooter Badge'],
  },
  {
    name: 'Persian Gulf War',
    starts: [1984, 1990],
    years: [4, 11],
    theatre: 'desert',
    deployments: [
      'Saudi Arabia, Operation Desert Shield/Desert Storm',
      'Kuwait, Operation Desert Storm',
      'Persian Gulf, maritime interception',
    ],
    awards: [
      'Southwest Asia Service Medal',
      'Kuwait Liberation Medal',
      'National Defense Service Medal',
      'Achievement Medal',
    ],
  },
  {
    name: 'Post-9/11',
    starts: [1998, 2003],
    years: [4, 8],
    theatre: 'desert',
    deployments: [
      'Balad, Iraq, Operation Iraqi Freedom',
      'Ramadi, Iraq, Operation Iraqi Freedom',
      'Bagram, Afghanistan, Operation Enduring Freedom',
      'Kandahar, Afghanistan, Operation Enduring Freedom',
    ],
    awards: [
      'Iraq Campaign Medal',
      'Global War on Terrorism Service Medal',
      'Afghanistan Campaign Medal',
      'Combat Action Badge',
      'Good Conduct Medal',
    ],
  },
]
