"""A reader of the opening book, written from src/book/FORMAT.md alone.

XXH3 comes from the C library of xxHash, which the build needs anyway and apt has, too.
"""

import ctypes
import ctypes.util
import struct

MAGIC = b"KelsoBK\n"
KEY_SEED = 0x316B426F736C654B
HEAD, ENTRY, MOVE = struct.Struct("<8sIIIIQQQ"), struct.Struct("<QIIIIIhBB"), struct.Struct("<IBBh")

_xxhash = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
_sum = _xxhash.XXH3_64bits
_sum.restype, _sum.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t]
_seeded = _xxhash.XXH3_64bits_withSeed
_seeded.restype, _seeded.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t,
                                                      ctypes.c_uint64]


def xxh3(data):
    return _sum(data, len(data))


def turn(squares):
    """A set of squares on the board turned by 180 degrees."""
    return sum(1 << 31 - bit for bit in range(32) if squares >> bit & 1)


def boards(fen):
    """Side to move, Black's pieces, White's pieces, kings."""
    side, *fields = fen.split(":")
    sets, kings = {"B": 0, "W": 0}, 0
    for field in fields:
        for piece in filter(None, field[1:].split(",")):
            bit = 1 << int(piece.lstrip("K")) - 1
            sets[field[0]] |= bit
            kings |= bit if piece[0] == "K" else 0
    return side, sets["B"], sets["W"], kings


class Book:
    def __init__(self, data):
        magic, version, entries, moves, zero, size, body_sum, head_sum = HEAD.unpack_from(data)
        assert magic == MAGIC and version == 1 and zero == 0 and size == len(data)
        assert size == HEAD.size + entries * ENTRY.size + moves * MOVE.size
        assert head_sum == xxh3(data[:40]) and body_sum == xxh3(data[HEAD.size:])
        middle = HEAD.size + entries * ENTRY.size
        self.entries = list(ENTRY.iter_unpack(data[HEAD.size:middle]))
        self.moves = list(MOVE.iter_unpack(data[middle:]))
        keys = [entry[0] for entry in self.entries]
        assert keys == sorted(set(keys))

    def find(self, fen):
        """(score, depth, visits, expanded, [(from, to, captured squares, score)]) or None."""
        side, black, white, kings = boards(fen)
        if side == "W":
            black, white, kings = turn(white), turn(black), turn(kings)
        packed = struct.pack("<III", black, white, kings)
        key = _seeded(packed, len(packed), KEY_SEED)
        low, high = 0, len(self.entries)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.entries[middle][0] < key else (low, middle)
        if low == len(self.entries) or self.entries[low][:4] != (key, black, white, kings):
            return None
        _, _, _, _, first, visits, score, depth, flags = self.entries[low]
        end = self.entries[low + 1][4] if low + 1 < len(self.entries) else len(self.moves)
        moves = []
        for captured, start, stop, move_score in self.moves[first:end]:
            if side == "W":
                captured, start, stop = turn(captured), 31 - start, 31 - stop
            moves.append((start + 1, stop + 1, captured, move_score))
        return score, depth, visits, bool(flags & 1), moves
