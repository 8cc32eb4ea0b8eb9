/**
 * Test vectors, computed with Python's hashlib and hmac, independently of this project:
 *
 *   game_seed = hmac.new(server_seed, '\n'.join(client_seeds).encode(), hashlib.sha256).digest()
 *   block     = hmac.new(game_seed, f'{version}:{block}'.encode(), hashlib.sha256).digest()
 *   word      = int.from_bytes(block[4 * i:4 * i + 4], 'big')
 */
export const SERVER_SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
export const OTHER_SERVER_SEED = '35a91aa370c2ce5eec6e3a6bbd5b64aa4feeb037362dc0d279e8c9bc868d70bb';

export const COMMITMENTS: [serverSeed: string, commitment: string][] = [
  [SERVER_SEED, '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'],
  [OTHER_SERVER_SEED, '7b98f49ff3fbdacc348c994b29c005c095affbce2376fe5a425e114a0ec445ed'],
];

/** The seed of a game with `SERVER_SEED` and the client seeds alice and bob. All draws below come from it. */
export const GAME_SEED = '686753e6eddfd5f44deec77bee17fa04a7653357ce25492ebf65f0ee32cd4f50';

export const GAME_SEEDS: [serverSeed: string, clientSeeds: string[], gameSeed: string][] = [
  [SERVER_SEED, ['alice', 'bob'], GAME_SEED],
  [SERVER_SEED, ['bob', 'alice'], 'a7286e0304d73afc139ae179c6e12720e9929a42fa8c90d3a38f47624594ec3e'],
  [SERVER_SEED, ['one seat alone'], 'd44585c2306ec8006d22bde37cb71ec46f9880335e3b01aa702d3c6d84cc7e37'],
  [
    SERVER_SEED,
    ['~ !"#$%', 'with space ', 'x'.repeat(64)],
    '69c86e0912d903635147389c7d5ec60b24beb64f14dae97b99997d335515cfe5',
  ],
  [SERVER_SEED, ['a', 'b', 'c', 'd', 'e'], '654ecd0f8dbca41e4d858d910e24e55966f90300ac08a805eff057327fc7f087'],
  [OTHER_SERVER_SEED, ['alice', 'bob'], '9b0aea035f3545e6534d5d8c055098f3d118da88219f85ef678a3f6d7796cf02'],
];

export const TEXT_SEEDS: [seed: string, gameSeed: string][] = [
  ['golden', 'dd56de4137951d9c92681b03416ec15f886b4482a27e3a517d32f085244cbe5d'],
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['Zufall – fair & prüfbar', 'd442055f4c10650eefd99f90dbc2fe84f170d417ccccf4e813e06a91726c2d0a'],
];

/** The first 20 random 32-bit words of a version: two complete blocks of eight words, and half of a third. */
export const WORDS: [version: number, words: number[]][] = [
  [
    1,
    [
      3125215311, 346152958, 1455524848, 3506110033, 788729732, 1532865501, 1314902335, 4102909221, 2117032753,
      444800077, 3798594442, 4087918861, 3419543900, 3695252791, 4253361069, 4224128777, 1813967308, 3661719453,
      3573956579, 2430935928,
    ],
  ],
  [
    2,
    [
      999296550, 1563825125, 3848168502, 454657904, 1789553886, 3375805071, 3740350697, 1966392804, 1013268429,
      4156147201, 2326284628, 2177075698, 4089286232, 4082958545, 2007608456, 4169123529, 3751253550, 3897317802,
      3568049399, 1334687296,
    ],
  ],
  [
    17,
    [
      2941523141, 1255698312, 2008057738, 2130881772, 3919875377, 355667359, 2002445569, 3356765848, 3821522626,
      1781083914, 3182084430, 2983107349, 3835124394, 2959278522, 287422692, 2291694562, 3978125400, 217231465,
      1922701517, 3029410016,
    ],
  ],
  [
    1000000,
    [
      1008882763, 2079994479, 2156204696, 1234195885, 2419201667, 4038666289, 2070324559, 3941778956, 1572383690,
      1235946255, 2240169754, 1694137195, 2620291296, 3443758574, 2395450353, 2013185610, 3001471451, 1921978154,
      85867771, 1106326221,
    ],
  ],
];

/** The first draws of version 3 below each bound. With the last two bounds many words are rejected. */
export const DRAWS_OF_VERSION_3: [below: number, draws: number[]][] = [
  [1, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  [2, [0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1]],
  [6, [0, 2, 2, 4, 3, 2, 2, 0, 3, 1, 0, 5]],
  [20, [4, 8, 12, 0, 7, 12, 2, 10, 13, 17, 14, 7]],
  [52, [4, 40, 48, 0, 7, 36, 18, 14, 1, 25, 50, 43]],
  [1000, [824, 828, 232, 140, 367, 732, 682, 10, 193, 537, 634, 767]],
  [
    3 * 2 ** 30,
    [
      2735773824, 1255457828, 2418184232, 1046003140, 2940206367, 1530146732, 444289682, 258874537, 1938845634,
      1417986990, 467131990, 923792324,
    ],
  ],
  [
    2 ** 31 + 1,
    [
      1255457828, 1046003140, 1530146732, 444289682, 258874537, 1938845634, 1417986990, 467131990, 923792324, 504662292,
      656914760, 415469099,
    ],
  ],
];

export const DICE_OF_VERSION_5: [sides: number, value: number][] = [
  [4, 1],
  [6, 2],
  [8, 7],
  [10, 6],
  [12, 5],
  [20, 3],
  [100, 45],
  [2, 2],
  [6, 1],
  [6, 4],
  [6, 6],
  [6, 2],
];

export const DECK_OF_VERSION_2 =
  '9D 8H KH 8C 5C 9H 9S 6C 10S 10C 4H 2H JH KS 2D 5H 7S 5S 8D 3H AD 2S 7C 4C AS 9C 3D 6S JC 10H 10D QH 7H AH 8S QD 2C KC 4D 7D QS JS 4S 3C AC 6D QC 5D JD 3S KD 6H';

export const LETTERS_OF_VERSION_7 = 'a g e b c d f';
