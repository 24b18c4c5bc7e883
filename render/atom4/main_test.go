package atom4

import (
	"testing"

	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestMain(m *testing.M) { rendertest.Main(m) }
