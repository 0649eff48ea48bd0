"""Words that say of something that the law lets one do it, or does not; a denial of the one says the other.

They are parts of regular expressions, in lower case, for `validators.answer_forms.Stated`, which minds denials.
"""

from __future__ import annotations

LAWFUL = r"(?:allowed|legal(?:ly)?|lawful(?:ly)?|permitted|permissible)"
UNLAWFUL = (
    r"(?:forb[ia]d\w*|prohibit\w*|bann?ed|illegal(?:ly)?|unlawful(?:ly)?|against the (?:law|rules)|"
    r"(?:get|getting|risk\w*|face|facing|cost you|mean|means) (?:you )?a fine|be(?:ing)? fined)"
)
DUTY = r"(?:required|mandatory|compulsory|obligatory|prescribed|demanded|a must|needed|necessary)"
"""What says that the law asks for something."""
