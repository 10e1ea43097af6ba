package backgammon

// weights says how much each aspect speaks for the mover, who has moved.
type weights struct {
	own, opp view    // of the mover's side and of the opponent's
	bias     float64 // for neither
}

// fitted are the weights that judgements are made with. Nobody has thought them
// up: they come from 50,000 games that a program of these aspects played against
// itself, each weight moved a little towards what its judgement should have been
// after every game (temporal differences, lambda 0.7). The numbers in gammons are
// a logistic regression over 6,000 such games more.
var fitted = weights{
	own: view{
		aPips:     -2.700,
		aShut:     0.077,
		aRisk:     -0.659,
		aBlock:    0.470,
		aPrime:    0.095,
		aCaught:   0.147,
		aLeap:     -0.580,
		aAdvanced: 0.213,
		aAce:      -0.323,
		aDeuce:    -0.227,
		aThree:    -0.224,
		aFour:     -0.081,
		aFive:     0.030,
		aSix:      0.054,
		aSeven:    0.035,
		aMid:      0.210,
		aStack:    -0.084,
		aDeep:     -0.033,
		aLoose:    -0.242,
		aOff:      0.121,
	},
	opp: view{
		aPips:     2.494,
		aShut:     -0.073,
		aRisk:     -0.076,
		aBlock:    -0.623,
		aPrime:    -0.034,
		aCaught:   -0.125,
		aLeap:     0.456,
		aAdvanced: -0.133,
		aAce:      0.222,
		aDeuce:    0.138,
		aThree:    0.129,
		aFour:     -0.003,
		aFive:     -0.111,
		aSix:      -0.108,
		aSeven:    -0.069,
		aMid:      -0.194,
		aStack:    0.055,
		aDeep:     0.030,
		aLoose:    0.161,
		aOff:      -0.210,
	},
	bias: 1.125,
}
